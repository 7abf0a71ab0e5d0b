import { expect, test } from 'vitest';
import { findCommands } from './palette-commands.ts';
import { keyCaps } from './shortcuts.ts';

const found = (typed: string, isSignedIn = true) => findCommands(typed, isSignedIn).map(({ label }) => label);

test('finds commands by the beginnings of their words, in any order and case', () => {
  expect(found('LIST gro')).toEqual(['Grocery List', 'Grocery list history']);
  expect(found('rocery')).toEqual([]);
});

test('finds commands by what people call them, after those with the word in their name', () => {
  expect(found('pass')).toEqual(['Profile']);
  expect(found('h')).toEqual(['Home', 'Grocery list history', 'Households', 'Join a household', 'Keyboard shortcuts']);
});

test('offers all commands before anything is typed, and visitors only what they may open', () => {
  expect(found(' ')).toContain('Meal Plan');
  expect(found('', false)).toEqual([
    'Home',
    'Community',
    'Public playlists',
    'Dark theme',
    'Light theme',
    'Automatic theme',
    'Keyboard shortcuts',
  ]);
});

test('shows the keys of the system', () => {
  expect(keyCaps('$mod+K', true)).toEqual(['⌘', 'K']);
  expect(keyCaps('$mod+K', false)).toEqual(['Ctrl', 'K']);
  expect(keyCaps('g h', false)).toEqual(['G', 'H']);
});
