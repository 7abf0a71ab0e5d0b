import { matchPath } from 'react-router-dom';
import { type Screen, screen } from './screen.tsx';

const createPost = () => import('../features/community/create-post-screens.tsx');

export const CommunityScreen = screen(
  () => import('../features/community/community-screen.tsx'),
  (module) => module.CommunityScreen,
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
export const SimplePostScreen = screen(createPost, (module) => module.SimplePostScreen);
export const TypedPostScreen = screen(createPost, (module) => module.TypedPostScreen);
export const GroceryListScreen = screen(
  () => import('../features/grocery-list/grocery-list-screen.tsx'),
  (module) => module.GroceryListScreen,
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
export const MealPlanScreen = screen(
  () => import('../features/meal-plan/meal-plan-screen.tsx'),
  (module) => module.MealPlanScreen,
);
export const ProfileScreen = screen(
  () => import('../features/profile/profile-screen.tsx'),
  (module) => module.ProfileScreen,
);
export const RegisterScreen = screen(
  () => import('../features/identity/register-screen.tsx'),
  (module) => module.RegisterScreen,
);

/** To read, and light: worth waiting for. */
const toRead: Readonly<Record<string, Screen>> = {
  '/community': CommunityScreen,
  '/grocery-list': GroceryListScreen,
  '/meal-plan': MealPlanScreen,
  '/playlists': PlaylistsScreen,
  '/playlists/public': DiscoverScreen,
  '/playlists/:userId/:playlistId': PlaylistScreen,
  '/recipe/:id': RecipeScreen,
};

/** With fields to fill in, which weigh more than all else. */
const toFillIn: Readonly<Record<string, Screen>> = {
  '/create-recipe': CreateRecipeScreen,
  '/login': LoginScreen,
  '/profile': ProfileScreen,
  '/register': RegisterScreen,
};

const at = (path: string, screens: Readonly<Record<string, Screen>>): Screen | undefined =>
  Object.entries(screens).find(([pattern]) => matchPath(pattern, path))?.[1];

/** If its code does not come, that is told where the screen is shown. */
const load = async (screen: Screen | undefined): Promise<void> => {
  await screen?.load().catch(() => undefined);
};

/** Resolves when what is first shown at this address can be shown. */
export const firstScreen = (path: string): Promise<void> => load(at(path, toRead));

/** For a link: somebody who points at it or reaches it by keyboard is likely to follow, so its screen is loaded ahead. */
export function loadAhead(path: string) {
  const ahead = () => void load(at(path, { ...toRead, ...toFillIn }));
  return { onPointerEnter: ahead, onFocus: ahead };
}
