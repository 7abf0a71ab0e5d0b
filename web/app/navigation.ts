import type { ComponentType } from 'react';
import {
  CommunityIcon,
  GroceryIcon,
  HomeIcon,
  type IconProps,
  MealPlanIcon,
  PlaylistIcon,
} from '../components/icons.tsx';

export interface Destination {
  to: string;
  label: string;
  Icon: ComponentType<IconProps>;
  /** Pages that belong to it, besides those below its own address. */
  pages?: readonly string[];
}

/** Whether the address is of this destination. */
export const leadsTo = ({ to, pages = [] }: Destination, pathname: string): boolean =>
  pathname === to || pages.includes(pathname) || (to !== '/' && pathname.startsWith(`${to}/`));

/** Where the navigation of a signed-in user leads, at the top and at the bottom. */
export const destinations: readonly Destination[] = [
  { to: '/grocery-list', label: 'Grocery List', Icon: GroceryIcon },
  { to: '/meal-plan', label: 'Meal Plan', Icon: MealPlanIcon },
  { to: '/playlists', label: 'Playlists', Icon: PlaylistIcon },
  { to: '/community', label: 'Community', Icon: CommunityIcon, pages: ['/create-post'] },
];

export const home: Destination = { to: '/', label: 'Home', Icon: HomeIcon };

/** A recipe's own page: on a phone it has a back button and a bar of its own in place of the app's. */
export const isRecipe = (pathname: string): boolean => /^\/recipe\/[^/]+\/?$/.test(pathname);
