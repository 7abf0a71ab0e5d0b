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
  /** Other paths that belong to it, besides those below `to`. */
  pages?: readonly string[];
}

/** Whether the path belongs to this destination. */
export const includesPath = ({ to, pages = [] }: Destination, pathname: string): boolean =>
  pathname === to || pages.includes(pathname) || (to !== '/' && pathname.startsWith(`${to}/`));

/** Also for visitors. */
export const community: Destination = {
  to: '/community',
  label: 'Community',
  Icon: CommunityIcon,
  pages: ['/create-post'],
};

/** The destinations in the top and bottom bars of a signed-in user. */
export const destinations: readonly Destination[] = [
  { to: '/grocery-list', label: 'Grocery List', Icon: GroceryIcon },
  { to: '/meal-plan', label: 'Meal Plan', Icon: MealPlanIcon },
  { to: '/playlists', label: 'Playlists', Icon: PlaylistIcon },
  community,
];

export const home: Destination = { to: '/', label: 'Home', Icon: HomeIcon };

/** Whether the path is a recipe page. On a phone, that page replaces the app's bars with a back button and its own bar. */
export const isRecipe = (pathname: string): boolean => /^\/recipe\/[^/]+\/?$/.test(pathname);

/** Whether the path is a recipe that is being cooked. That page has no bars, or the top bar if its code is not loaded. */
export const isCooking = (pathname: string): boolean => /^\/recipe\/[^/]+\/cook\/?$/.test(pathname);

/** Whether the path is a post's page. On a phone, its form for comments replaces the bottom bar. */
export const isPost = (pathname: string): boolean => /^\/community\/(?!(?:new|following)\/?$)[^/]+\/?$/i.test(pathname);

/** Whether the path is an invitation's page. On a phone, it has none of the app's bars. */
export const isInvitation = (pathname: string): boolean => /^\/join(?:\/[^/]+)?\/?$/.test(pathname);

/** Whether the path is a screen on which visitors log in. */
export const isOfAccounts = (pathname: string): boolean =>
  /^\/(?:login|register|forgot-password|reset-password)\/?$/i.test(pathname);

/**
 * The path to which the top bar leads back on a phone, if the browser has no earlier one; undefined for a screen
 * without a way back.
 */
export function parentOf(pathname: string): string | undefined {
  if (/^\/households\/[^/]+\/?$/.test(pathname)) return home.to;
  return /^\/grocery-list\/history\/?$/.test(pathname) ? '/grocery-list' : undefined;
}
