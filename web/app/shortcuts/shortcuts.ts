/** The keyboard shortcuts. Keys are in the syntax of tinykeys; `$mod` is Command on a Mac and Control elsewhere. */
import { createStore } from '../../lib/store.ts';

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

const storageKey = 'potluck.single-key-shortcuts';

function read(): boolean {
  try {
    return localStorage.getItem(storageKey) !== 'off';
  } catch {
    return true; // Storage is blocked.
  }
}

/**
 * Whether shortcuts without Command or Control work on this device. They can be switched off, since dictation and other
 * aids press single keys: see WCAG 2.2, 2.1.4.
 */
export const singleKeysOn = createStore(read());

export function switchSingleKeys(isOn: boolean): void {
  singleKeysOn.set(isOn);
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, 'off');
  } catch {
    // Storage is blocked or full: the choice lasts as long as the page.
  }
}

/** The keys as their caps, such as `['⌘', 'K']` or `['G', 'then', 'H']`. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  if (keys.startsWith('$mod+')) return [isMac ? '⌘' : 'Ctrl', keys.slice('$mod+'.length)];
  return keys.toUpperCase().split(' ');
}
