/** The keyboard shortcuts. Keys are in the syntax of tinykeys; `$mod` is Command on a Mac and Control elsewhere. */

export interface Shortcut {
  /** Pressed one after the other. */
  keys: string;
  label: string;
  forUsersOnly?: boolean;
}

export interface GoTo extends Shortcut {
  to: string;
}

/** Shortcuts that open a screen. */
export const goTo: readonly GoTo[] = [
  { keys: 'g h', label: 'Home', to: '/' },
  { keys: 'g l', label: 'Grocery List', to: '/grocery-list', forUsersOnly: true },
  { keys: 'g m', label: 'Meal Plan', to: '/meal-plan', forUsersOnly: true },
  { keys: 'g p', label: 'Playlists', to: '/playlists', forUsersOnly: true },
  { keys: 'g c', label: 'Community', to: '/community' },
  { keys: 'n r', label: 'Create a recipe', to: '/create-recipe', forUsersOnly: true },
  { keys: 'n p', label: 'Write a post', to: '/community/new', forUsersOnly: true },
];

export const findKeys = '/';
export const helpKeys = '?';
export const paletteKeys = '$mod+K';

/** The keys as their caps, such as `['⌘', 'K']`, or `['G', 'H']` for those pressed one after the other. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  if (keys.startsWith('$mod+')) return [isMac ? '⌘' : 'Ctrl', keys.slice('$mod+'.length)];
  return keys.toUpperCase().split(' ');
}
