import { Route, Routes } from 'react-router-dom';
import { HomeScreen } from '../features/recipes/home-screen.tsx';
import { ForUsers, ForVisitors } from './guards.tsx';
import { NotFound } from './not-found.tsx';
import {
  AdaptRecipeScreen,
  CommunityScreen,
  CookScreen,
  CreateRecipeScreen,
  DiscoverScreen,
  EditRecipeScreen,
  FollowingScreen,
  ForgotPasswordScreen,
  GroceryListScreen,
  HistoryScreen,
  HouseholdScreen,
  HouseholdsScreen,
  JoinCodeScreen,
  JoinScreen,
  LoginScreen,
  MealPlanScreen,
  ModerationScreen,
  NotificationsScreen,
  OperatorScreen,
  PersonScreen,
  PlaylistScreen,
  PlaylistsScreen,
  PostScreen,
  ProfileScreen,
  RecipeScreen,
  RegisterScreen,
  ResetPasswordScreen,
  SearchScreen,
  SimplePostScreen,
  TypedPostScreen,
} from './screens.ts';

export function AppRoutes() {
  return (
    <Routes>
      <Route path="/" element={<HomeScreen />} />
      <Route element={<ForVisitors />}>
        <Route path="/login" element={<LoginScreen />} />
        <Route path="/register" element={<RegisterScreen />} />
      </Route>
      <Route path="/forgot-password" element={<ForgotPasswordScreen />} />
      <Route path="/reset-password" element={<ResetPasswordScreen />} />
      <Route path="/community" element={<CommunityScreen />} />
      <Route path="/community/:postId" element={<PostScreen />} />
      <Route path="/people/:uid" element={<PersonScreen />} />
      <Route element={<ForUsers />}>
        <Route path="/community/following" element={<FollowingScreen />} />
        <Route path="/community/new" element={<TypedPostScreen />} />
        <Route path="/create-post" element={<SimplePostScreen />} />
        <Route path="/grocery-list/history" element={<HistoryScreen />} />
        <Route path="/households" element={<HouseholdsScreen />} />
        <Route path="/households/:householdId" element={<HouseholdScreen />} />
        <Route path="/join" element={<JoinCodeScreen />} />
        <Route path="/notifications" element={<NotificationsScreen />} />
        <Route path="/join/:code" element={<JoinScreen />} />
        <Route path="/recipe/:id/edit" element={<EditRecipeScreen />} />
        <Route path="/meal-plan" element={<MealPlanScreen />} />
        <Route path="/profile" element={<ProfileScreen />} />
      </Route>
      <Route path="/grocery-list" element={<GroceryListScreen />} />
      <Route path="/playlists" element={<PlaylistsScreen />} />
      <Route path="/playlists/public" element={<DiscoverScreen />} />
      <Route path="/playlists/:userId/:playlistId" element={<PlaylistScreen />} />
      <Route path="/create-recipe" element={<CreateRecipeScreen />} />
      <Route path="/recipe/:id/adapt" element={<AdaptRecipeScreen />} />
      <Route path="/recipe/:id/cook" element={<CookScreen />} />
      <Route path="/recipe/:id" element={<RecipeScreen />} />
      <Route path="/search" element={<SearchScreen />} />
      {/* Not among the screens that the server lists: they are unknown addresses for all but the staff. */}
      <Route path={'/moderation'} element={<ModerationScreen />} />
      <Route path={'/operator/*'} element={<OperatorScreen />} />
      <Route path="*" element={<NotFound />} />
    </Routes>
  );
}
