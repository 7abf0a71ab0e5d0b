import { type ComponentType, lazy } from 'react';
import { ScreenNotLoaded } from './error-boundary.tsx';

const community = () => import('../features/community/community-screen.tsx');
const createRecipe = () => import('../features/recipes/create-recipe-screen.tsx');
const editRecipe = () => import('../features/recipes/edit-recipe-screen.tsx');
const recipe = () => import('../features/recipes/recipe-screen.tsx');
const createPost = () => import('../features/community/create-post-screens.tsx');
const groceryList = () => import('../features/grocery-list/grocery-list-screen.tsx');
const login = () => import('../features/identity/login-screen.tsx');
const mealPlan = () => import('../features/meal-plan/meal-plan-screen.tsx');
const discover = () => import('../features/playlists/discover-screen.tsx');
const playlist = () => import('../features/playlists/playlist-screen.tsx');
const playlists = () => import('../features/playlists/playlists-screen.tsx');
const profile = () => import('../features/profile/profile-screen.tsx');
const register = () => import('../features/identity/register-screen.tsx');

/** A screen whose code is loaded when it is first shown. */
const screen = <Module>(load: () => Promise<Module>, pick: (module: Module) => ComponentType) =>
  lazy(async () => {
    try {
      return { default: pick(await load()) };
    } catch (cause) {
      throw new ScreenNotLoaded('The code of this screen could not be loaded; reload the page', { cause });
    }
  });

export const CommunityScreen = screen(community, (module) => module.CommunityScreen);
export const CreateRecipeScreen = screen(createRecipe, (module) => module.CreateRecipeScreen);
export const EditRecipeScreen = screen(editRecipe, (module) => module.EditRecipeScreen);
export const RecipeScreen = screen(recipe, (module) => module.RecipeScreen);
export const SimplePostScreen = screen(createPost, (module) => module.SimplePostScreen);
export const TypedPostScreen = screen(createPost, (module) => module.TypedPostScreen);
export const GroceryListScreen = screen(groceryList, (module) => module.GroceryListScreen);
export const DiscoverScreen = screen(discover, (module) => module.DiscoverScreen);
export const PlaylistScreen = screen(playlist, (module) => module.PlaylistScreen);
export const PlaylistsScreen = screen(playlists, (module) => module.PlaylistsScreen);
export const LoginScreen = screen(login, (module) => module.LoginScreen);
export const MealPlanScreen = screen(mealPlan, (module) => module.MealPlanScreen);
export const ProfileScreen = screen(profile, (module) => module.ProfileScreen);
export const RegisterScreen = screen(register, (module) => module.RegisterScreen);

const loaders = new Map<string, () => Promise<unknown>>([
  ['/community', community],
  ['/create-recipe', createRecipe],
  ['/grocery-list', groceryList],
  ['/login', login],
  ['/meal-plan', mealPlan],
  ['/playlists', playlists],
  ['/profile', profile],
  ['/register', register],
]);

/** For a link: somebody who points at it or reaches it by keyboard is likely to follow, so its screen is loaded ahead. */
export function loadAhead(path: string) {
  const load = () => {
    loaders
      .get(path)?.()
      .catch(() => undefined); // Told when he follows the link.
  };
  return { onPointerEnter: load, onFocus: load };
}
