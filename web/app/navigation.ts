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
}

/** Where the navigation of a signed-in user leads, at the top and at the bottom. */
export const destinations: readonly Destination[] = [
  { to: '/grocery-list', label: 'Grocery List', Icon: GroceryIcon },
  { to: '/meal-plan', label: 'Meal Plan', Icon: MealPlanIcon },
  { to: '/playlists', label: 'Playlists', Icon: PlaylistIcon },
  { to: '/community', label: 'Community', Icon: CommunityIcon },
];

export const home: Destination = { to: '/', label: 'Home', Icon: HomeIcon };
