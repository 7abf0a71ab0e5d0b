import type { ThemeChoice } from '../../lib/theme.ts';
import { goTo } from './shortcuts.ts';

export type PaletteCommand = {
  label: string;
  /** Other words by which it is found. */
  words?: string;
  keys?: string;
  forUsersOnly?: boolean;
} & ({ to: string } | { theme: ThemeChoice } | { shows: 'help' });

const commands: readonly PaletteCommand[] = [
  ...goTo,
  { label: 'Grocery list history', words: 'who added checked', to: '/grocery-list/history', forUsersOnly: true },
  { label: 'Households', words: 'family members invite', to: '/households', forUsersOnly: true },
  { label: 'Public playlists', words: 'discover', to: '/playlists/public' },
  { label: 'Profile', words: 'account password email photo settings', to: '/profile', forUsersOnly: true },
  { label: 'Join a household', words: 'invitation code', to: '/join', forUsersOnly: true },
  { label: 'Dark theme', words: 'appearance colours night', theme: 'dark' },
  { label: 'Light theme', words: 'appearance colours day', theme: 'light' },
  { label: 'Automatic theme', words: 'appearance colours system', theme: 'system' },
  { label: 'Keyboard shortcuts', words: 'help keys', shows: 'help' },
];

/** The commands in which each typed word begins a word; those in whose label it does come first. */
export function findCommands(typed: string, isSignedIn: boolean): PaletteCommand[] {
  const wanted = wordsOf(typed);
  const offered = commands.filter(({ forUsersOnly }) => isSignedIn || !forUsersOnly);
  const inLabel = offered.filter(({ label }) => matches(wanted, label));
  const others = offered.filter((command) => !inLabel.includes(command));
  return [...inLabel, ...others.filter(({ label, words = '' }) => matches(wanted, `${label} ${words}`))];
}

const wordsOf = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

const matches = (wanted: readonly string[], text: string): boolean => {
  const words = wordsOf(text);
  return wanted.every((start) => words.some((word) => word.startsWith(start)));
};
