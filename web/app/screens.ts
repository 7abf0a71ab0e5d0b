import { matchPath } from 'react-router-dom';
import { type Screen, screen } from './screen.tsx';

const createPost = () => import('../features/community/create-post-screens.tsx');

export const CommunityScreen = screen(
  () => import('../features/community/community-screen.tsx'),
  (module) => module.CommunityScreen,
);
export const AdaptRecipeScreen = screen(
  () => import('../features/recipes/adapt-recipe-screen.tsx'),
  (module) => module.AdaptRecipeScreen,
);
export const CookScreen = screen(
  () => import('../features/recipes/cook/cook-screen.tsx'),
  (module) => module.CookScreen,
);
export const CreateRecipeScreen = screen(
  () => import('../features/recipes/create-recipe-screen.tsx'),
  (module) => module.CreateRecipeScreen,
);
export const EditRecipeScreen = screen(
  () => import('../features/recipes/edit-recipe-screen.tsx'),
  (module) => module.EditRecipeScreen,
);
export const RecipeScreen = screen(
  () => import('../features/recipes/recipe-screen.tsx'),
  (module) => module.RecipeScreen,
);
export const PersonScreen = screen(
  () => import('../features/community/person-screen.tsx'),
  (module) => module.PersonScreen,
);
export const FollowingScreen = screen(
  () => import('../features/community/following-screen.tsx'),
  (module) => module.FollowingScreen,
);
export const PostScreen = screen(
  () => import('../features/community/post-screen.tsx'),
  (module) => module.PostScreen,
);
export const SimplePostScreen = screen(createPost, (module) => module.SimplePostScreen);
export const TypedPostScreen = screen(createPost, (module) => module.TypedPostScreen);
export const GroceryListScreen = screen(
  () => import('../features/grocery-list/grocery-list-screen.tsx'),
  (module) => module.GroceryListScreen,
);
export const HistoryScreen = screen(
  () => import('../features/grocery-list/history-screen.tsx'),
  (module) => module.HistoryScreen,
);
export const HouseholdScreen = screen(
  () => import('../features/households/household-screen.tsx'),
  (module) => module.HouseholdScreen,
);
export const HouseholdsScreen = screen(
  () => import('../features/households/households-screen.tsx'),
  (module) => module.HouseholdsScreen,
);
export const JoinCodeScreen = screen(
  () => import('../features/households/join-code-screen.tsx'),
  (module) => module.JoinCodeScreen,
);
export const JoinScreen = screen(
  () => import('../features/households/join-screen.tsx'),
  (module) => module.JoinScreen,
);
export const DiscoverScreen = screen(
  () => import('../features/playlists/discover-screen.tsx'),
  (module) => module.DiscoverScreen,
);
export const PlaylistScreen = screen(
  () => import('../features/playlists/playlist-screen.tsx'),
  (module) => module.PlaylistScreen,
);
export const PlaylistsScreen = screen(
  () => import('../features/playlists/playlists-screen.tsx'),
  (module) => module.PlaylistsScreen,
);
export const LoginScreen = screen(
  () => import('../features/identity/login-screen.tsx'),
  (module) => module.LoginScreen,
);
export const ForgotPasswordScreen = screen(
  () => import('../features/identity/forgot-password-screen.tsx'),
  (module) => module.ForgotPasswordScreen,
);
export const ResetPasswordScreen = screen(
  () => import('../features/identity/reset-password-screen.tsx'),
  (module) => module.ResetPasswordScreen,
);
export const MealPlanScreen = screen(
  () => import('../features/meal-plan/meal-plan-screen.tsx'),
  (module) => module.MealPlanScreen,
);
export const NotificationsScreen = screen(
  () => import('../features/notifications/notifications-screen.tsx'),
  (module) => module.NotificationsScreen,
);
export const ModerationScreen = screen(
  () => import('./moderation-screen.tsx'),
  (module) => module.ModerationScreen,
);
export const OperatorScreen = screen(
  () => import('./operator-screen.tsx'),
  (module) => module.OperatorScreen,
);
export const ProfileScreen = screen(
  () => import('../features/profile/profile-screen.tsx'),
  (module) => module.ProfileScreen,
);
export const RegisterScreen = screen(
  () => import('../features/identity/register-screen.tsx'),
  (module) => module.RegisterScreen,
);

export const SearchScreen = screen(
  () => import('../features/recipes/finding/search-screen.tsx'),
  (module) => module.SearchScreen,
);

/** Screens for viewing. Their code is small, so the first render waits for it. */
const viewScreens: Readonly<Record<string, Screen>> = {
  '/community': CommunityScreen,
  '/community/following': FollowingScreen,
  '/community/:postId': PostScreen,
  '/grocery-list': GroceryListScreen,
  '/grocery-list/history': HistoryScreen,
  '/households': HouseholdsScreen,
  '/households/:householdId': HouseholdScreen,
  '/join/:code': JoinScreen,
  '/meal-plan': MealPlanScreen,
  '/notifications': NotificationsScreen,
  '/people/:uid': PersonScreen,
  '/playlists': PlaylistsScreen,
  '/playlists/public': DiscoverScreen,
  '/playlists/:userId/:playlistId': PlaylistScreen,
  '/recipe/:id': RecipeScreen,
  '/recipe/:id/cook': CookScreen,
  '/search': SearchScreen,
};

/** Screens with forms. Form fields are the largest part of the code. */
const formScreens: Readonly<Record<string, Screen>> = {
  '/create-recipe': CreateRecipeScreen,
  '/forgot-password': ForgotPasswordScreen,
  '/join': JoinCodeScreen,
  '/login': LoginScreen,
  '/profile': ProfileScreen,
  '/register': RegisterScreen,
};

const screenAt = (path: string, screens: Readonly<Record<string, Screen>>): Screen | undefined =>
  Object.entries(screens).find(([pattern]) => matchPath(pattern, path))?.[1];

/** Ignores a failure: the screen reports it when it is shown. */
const load = async (screen: Screen | undefined): Promise<void> => {
  await screen?.load().catch(() => undefined);
};

/** Resolves when the first screen at this path can render. A form screen renders a skeleton until its code is loaded. */
export const loadFirstScreen = (path: string): Promise<void> => load(screenAt(path, viewScreens));

/** Props for a link: preloads its screen on hover or focus, when the user is likely to follow the link. */
export function preloadScreen(path: string) {
  const preload = () => void load(screenAt(path, { ...viewScreens, ...formScreens }));
  return { onPointerEnter: preload, onFocus: preload };
}
