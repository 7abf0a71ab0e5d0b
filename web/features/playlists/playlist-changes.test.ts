import { expect, test } from 'vitest';
import { samplePlaylist } from '../../../tests/support/sample-playlist.ts';
import { applyChange, type PlaylistChange } from './playlist-changes.ts';

const [pie, soup] = [
  { id: 'pie', title: 'Pie', cuisine: '' },
  { id: 'soup', title: 'Soup', cuisine: '' },
];
const playlist = samplePlaylist('a', { likedByMe: false, recipes: [pie] });
const liked = samplePlaylist('a', { likedByMe: true, likeCount: 3, recipes: [pie] });

test.each<[string, typeof playlist, PlaylistChange, object]>([
  ['a like', playlist, { kind: 'like', liked: true }, liked],
  ['a like of a visitor who has just logged in', samplePlaylist('a'), { kind: 'like', liked: true }, { likeCount: 3 }],
  ['a withdrawn like', liked, { kind: 'like', liked: false }, playlist],
  ['an added recipe', playlist, { kind: 'addRecipe', recipe: soup }, { ...playlist, recipes: [pie, soup] }],
  ['a removed recipe', playlist, { kind: 'removeRecipe', recipeId: 'pie' }, { ...playlist, recipes: [] }],
])('applies %s once, even if the playlist already includes it', (_, before, change, after) => {
  const shown = applyChange(before, change);
  expect(shown).toMatchObject(after);
  expect(applyChange(shown, change)).toEqual(shown);
});

test('hides a playlist that is being deleted', () => {
  expect(applyChange(playlist, { kind: 'delete' })).toEqual({ ...playlist, isDeleted: true });
});
