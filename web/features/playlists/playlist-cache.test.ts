import { describe, expect, test } from 'vitest';
import type { Playlist } from '../../../server/core/contracts/playlists.ts';
import {
  foldShelf,
  readFromTop,
  type Shelf,
  seenBy,
  withLike,
  withNew,
  withNextPage,
  without,
  withoutRecipe,
  withRevised,
} from './playlist-cache.ts';

const playlist = (id: string, change: Partial<Playlist> = {}): Playlist => ({
  id,
  name: id,
  description: '',
  isPrivate: false,
  ownerId: 'mia',
  ownerName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount: 0,
  likedByMe: false,
  recipes: [],
  ...change,
});

const mine = { reader: 'mia', kind: 'own' } as const;
const others = { reader: 'sam', kind: 'public' } as const;
const read = (position: string, ...items: Playlist[]) => ({ items, nextCursor: null, position });
const shelf = readFromTop(read('10', playlist('a'), playlist('b')));
const namesOf = ({ playlists }: Shelf) => playlists.map(({ playlist: { name } }) => name);
const first = ({ playlists }: Shelf) => playlists[0]?.playlist;

describe('live messages', () => {
  test('change what is shown, each once, whatever their order', () => {
    const { likedByMe: _, ...told } = playlist('a', { name: 'Slow', likeCount: 3 });
    const changed = { kind: 'playlist.changed', position: '12', playlist: told } as const;
    const after = foldShelf(shelf, changed, others);
    expect(first(after)).toMatchObject({ name: 'Slow', likeCount: 3, likedByMe: false });
    expect(foldShelf(after, changed, others)).toBe(after);
    const earlier = { kind: 'playlist.likes', position: '11', playlistId: 'a', likeCount: 9 } as const;
    expect(foldShelf(after, earlier, others)).toBe(after);
  });

  test("bring a playlist's card to a shelf of cards; where all recipes are shown, they stay until they are read again", () => {
    const recipes = ['r1', 'r2', 'r3', 'r4', 'r5'].map((id) => ({ id, title: id, cuisine: '' }));
    const whole = playlist('a', { recipes: recipes.slice(0, 4) });
    const before = readFromTop(read('10', whole));
    const card = { ...playlist('a', { name: 'Slow', recipes: recipes.slice(0, 3) }), recipeCount: 5 };
    const message = { kind: 'playlist.changed', position: '12', playlist: card } as const;
    expect(first(foldShelf(before, message, others))).toMatchObject({ name: 'Slow', recipeCount: 5 });
    const one = foldShelf(before, message, { reader: 'sam', kind: 'one' });
    expect(first(one)).toEqual({ ...whole, name: 'Slow' });
    expect(first(readFromTop(read('12', playlist('a', { recipes })), one))?.recipes).toEqual(recipes);
    // The owner has a message of their own with all recipes.
    expect(foldShelf(before, message, mine)).toBe(before);
    const fewer = { ...message, position: '13', playlist: playlist('a', { recipes: recipes.slice(0, 2) }) };
    const after = first(foldShelf(foldShelf(before, message, others), fewer, others));
    expect([after?.recipes.length, after?.recipeCount]).toEqual([2, undefined]);
  });

  test('bring a new playlist to its owner alone: nothing jumps for the others', () => {
    const message = { kind: 'playlist.changed', position: '12', playlist: playlist('c') } as const;
    expect(namesOf(foldShelf(shelf, message, mine))).toEqual(['c', 'a', 'b']);
    expect(foldShelf(shelf, message, others)).toBe(shelf);
    expect(foldShelf(shelf, { ...message, position: '9' }, mine)).toBe(shelf);
  });

  test('take a hidden one from all but its owner, and a deleted one from all, for good', () => {
    const hidden = { kind: 'playlist.hidden', position: '12', playlistId: 'a' } as const;
    const after = foldShelf(shelf, hidden, others);
    expect(seenBy('sam', after).map(({ playlist: { name } }) => name)).toEqual(['b']);
    expect(seenBy('mia', foldShelf(shelf, hidden, mine))).toHaveLength(2);
    const shown = { kind: 'playlist.changed', position: '13', playlist: playlist('a', { name: 'Back' }) } as const;
    expect(namesOf(foldShelf(after, shown, others))).toEqual(['Back', 'b']);
    const deleted = foldShelf(shelf, { kind: 'playlist.deleted', position: '12', playlistId: 'a' }, mine);
    expect(namesOf(deleted)).toEqual(['b']);
    const late = { kind: 'playlist.changed', position: '11', playlist: playlist('a') } as const;
    expect(foldShelf(deleted, late, mine)).toBe(deleted);
  });

  test('show a new name of the owner', () => {
    const renamed = { kind: 'person.changed', position: '12', uid: 'mia', name: 'Mia B.', avatar: null } as const;
    expect(first(foldShelf(shelf, renamed, others))?.ownerName).toBe('Mia B.');
  });
});

test('an own like counts as of its position', () => {
  const liked = withLike(shelf, 'a', { liked: true, likeCount: 4 }, '12');
  expect(first(liked)).toMatchObject({ likeCount: 4, likedByMe: true });
  const stale = readFromTop(read('11', playlist('a'), playlist('b')), liked);
  expect(first(stale)).toMatchObject({ likeCount: 4, likedByMe: true });
  const fresh = readFromTop(read('13', playlist('a', { likeCount: 5 }), playlist('b')), liked);
  expect(first(fresh)).toMatchObject({ likeCount: 5, likedByMe: false });
});

test('others’ likes that were recorded together with an own one count, whether the answer or the message comes first', () => {
  const answer = { liked: true, likeCount: 4 };
  const message = { kind: 'playlist.likes', position: '12', playlistId: 'a', likeCount: 9 } as const;
  const [answeredFirst, toldFirst] = [
    foldShelf(withLike(shelf, 'a', answer, '12'), message, others),
    withLike(foldShelf(shelf, message, others), 'a', answer, '12'),
  ];
  for (const after of [answeredFirst, toldFirst]) expect(first(after)).toMatchObject({ likeCount: 9, likedByMe: true });
  expect(foldShelf(toldFirst, message, others)).toBe(toldFirst);
});

test('a like that was recorded together with the making of a playlist shows on another device', () => {
  const { likedByMe: _, ...made } = playlist('new', { ownerId: 'mia', likeCount: 1 });
  const changed = { kind: 'playlist.changed', position: '12', playlist: made } as const;
  const likedAt = (position: string, liked: boolean) =>
    ({ kind: 'playlist.liked', position, playlistId: 'new', liked }) as const;
  const shown = foldShelf(foldShelf(shelf, changed, mine), likedAt('12', true), mine);
  expect(first(shown)).toMatchObject({ id: 'new', likeCount: 1, likedByMe: true });
  expect(first(foldShelf(shown, likedAt('11', false), mine))).toMatchObject({ likedByMe: true });
});

test('a reading that is older than what is shown changes nothing', () => {
  expect(readFromTop(read('9', playlist('z')), shelf)).toBe(shelf);
});

test.each([
  ['2026-11-20T13:00:00.000Z', ['new', 'noon', 'ten', 'eight']],
  ['2026-11-20T11:00:00.000Z', ['noon', 'new', 'ten', 'eight']],
  ['2026-11-20T09:00:00.000Z', ['noon', 'ten', 'new', 'eight']],
  ['2026-11-20T07:00:00.000Z', ['noon', 'ten', 'eight', 'new']],
])('an own new playlist of %s takes its place by age, by answer and by message', (createdAt, order) => {
  const at = (hour: string, name: string) => playlist(name, { createdAt: `2026-11-20T${hour}:00:00.000Z` });
  const before = readFromTop(read('10', at('12', 'noon'), at('10', 'ten'), at('08', 'eight')));
  const created = playlist('new', { createdAt });
  expect(namesOf(withNew(before, created, '12'))).toEqual(order);
  const message = { kind: 'playlist.changed', position: '12', playlist: created } as const;
  expect(namesOf(foldShelf(before, message, mine))).toEqual(order);
});

test('what was created or deleted after a reading began stays so', () => {
  const created = withNew(without(shelf, 'b', '13'), playlist('new'), '12');
  expect(namesOf(readFromTop(read('11', playlist('a'), playlist('b')), created))).toEqual(['new', 'a']);
});

test('a page that was asked for twice is taken once, and nothing is shown twice', () => {
  const begun = { ...shelf, nextCursor: 'next' };
  const page = { ...read('12', playlist('b'), playlist('c')), nextCursor: null };
  const longer = withNextPage(begun, page, 'next');
  expect(namesOf(longer)).toEqual(['a', 'b', 'c']);
  expect(withNextPage(longer, page, 'next')).toBe(longer);
});

test('a page that was asked for before a playlist was deleted does not bring it back', () => {
  const begun = without({ ...shelf, nextCursor: 'next' }, 'c', '13');
  const page = { ...read('12', playlist('c'), playlist('d')), nextCursor: null };
  expect(namesOf(withNextPage(begun, page, 'next'))).toEqual(['a', 'b', 'd']);
});

test('a new playlist on the screen of its owner stands on the shelf of own ones alone, and theirs alone', () => {
  const created = { kind: 'playlist.changed', position: '12', playlist: playlist('c') } as const;
  expect(foldShelf(shelf, created, { reader: 'mia', kind: 'public' })).toBe(shelf);
  expect(foldShelf(shelf, created, { reader: 'sam', kind: 'own' })).toBe(shelf);
});

test('what is told of a recipe reaches playlists that come later, of before', () => {
  const pie = { id: 'pie', title: 'Pie', cuisine: '' };
  const card = { ...pie, title: 'Apple pie', type: 'image', author: 'Mia', authorId: 'mia', credited: false } as const;
  const recipe = { ...card, createdAt: '2026-11-20T10:00:00.000Z' };
  const told = foldShelf({ ...shelf, nextCursor: 'next' }, { kind: 'recipe.revised', position: '14', recipe }, mine);
  const withPie = playlist('c', { recipes: [pie] });
  const titleIn = ({ playlists }: Shelf) =>
    playlists.find(({ playlist: { id } }) => id === 'c')?.playlist.recipes.map(({ title }) => title);
  expect(titleIn(withNextPage(told, { ...read('12', withPie), nextCursor: null }, 'next'))).toEqual(['Apple pie']);
  expect(titleIn(withNew(told, withPie, '12'))).toEqual(['Apple pie']);
});

describe('the answer to a change by its owner', () => {
  const [pie, soup] = [
    { id: 'pie', title: 'Pie', cuisine: '' },
    { id: 'soup', title: 'Soup', cuisine: '' },
  ];
  const stocked = readFromTop(read('10', playlist('a', { recipes: [pie, soup] })));

  test('changes what it is about, its likes too', () => {
    const revised = withRevised(stocked, playlist('a', { name: 'Slow', likeCount: 5 }), '12');
    expect(first(revised)).toMatchObject({ name: 'Slow', likeCount: 5 });
    expect(first(withoutRecipe(stocked, 'a', 'pie', '12'))?.recipes).toEqual([soup]);
  });

  test('takes nothing back that a later message has told', () => {
    const { likedByMe: _, ...latest } = playlist('a', { name: 'Latest', recipes: [pie, soup], likeCount: 9 });
    const told = foldShelf(stocked, { kind: 'playlist.changed', position: '14', playlist: latest }, mine);
    expect(withRevised(told, playlist('a', { name: 'Slow' }), '12')).toBe(told);
    expect(withoutRecipe(told, 'a', 'pie', '12')).toBe(told);
  });
});
