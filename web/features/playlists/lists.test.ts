/** The cached lists of playlists, from a server's messages and responses to what a screen shows. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Playlist, PlaylistCard } from '../../../server/core/contracts/playlists.ts';
import { samplePlaylist } from '../../../tests/support/sample-playlist.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Pages } from '../../lib/sync/pages.ts';
import { playlists } from './api.ts';
import { isVisibleTo, type PlaylistList } from './fold-playlist.ts';
import { followPlaylists } from './follow-playlists.ts';

const server = vi.hoisted(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  return {
    listeners: new Set<(message: LiveMessage) => void>(),
    gets: [] as string[],
    get: (): unknown => undefined,
  };
});
vi.mock('../../lib/live.ts', () => ({
  isLive: () => true,
  onLiveMissed: () => undefined,
  onLive: (listener: (message: LiveMessage) => void) => {
    server.listeners.add(listener);
    return () => server.listeners.delete(listener);
  },
}));
vi.mock('../../lib/identity/session.ts', () => ({
  onSignOut: () => undefined,
  currentUid: () => 'sam',
  currentToken: async () => null,
  onUserChange: () => undefined,
  onUserLeft: () => undefined,
}));
const at = (hour: string, id: string, change: Partial<Playlist> = {}): Playlist =>
  samplePlaylist(id, { createdAt: `2026-11-20T${hour}:00:00.000Z`, ...change });
const [noon, ten, eight] = [at('12', 'noon'), at('10', 'ten'), at('08', 'eight')];
const own: PlaylistList = ['mia', 'own'];
const others: PlaylistList = ['sam', 'public'];
const one: PlaylistList = ['sam', 'one', 'mia', 'noon'];

const respondWithPage = (items: Playlist[], nextCursor: string | null = null) => {
  server.get = () => ({ items, nextCursor });
};
const fetchList = (list: PlaylistList) => queryClient.fetchQuery({ ...playlists.query(...list), staleTime: 0 });
const push = (message: LiveMessage) => {
  for (const listener of [...server.listeners]) listener(message);
};
const pushChanged = (playlist: PlaylistCard) => push({ kind: 'playlist.changed', position: '1', playlist });
const cached = (list: PlaylistList) => {
  const { items = [] } = queryClient.getQueryData<Pages<PlaylistCard>>(playlists.query(...list).queryKey) ?? {};
  return items.filter((playlist) => isVisibleTo(list[0], playlist));
};
const namesOn = (list: PlaylistList) => cached(list).map(({ name }) => name);

followPlaylists();
beforeEach(async () => {
  vi.stubGlobal('fetch', async (path: string) => {
    server.gets.push(path);
    return Response.json(server.get());
  });
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  for (const list of [own, others]) {
    respondWithPage([noon, ten, eight]);
    await fetchList(list);
  }
});
afterEach(() => {
  queryClient.clear();
  server.gets.length = 0;
});

describe('pushed playlists', () => {
  test('are fetched again if they became public after the server did not find them', async () => {
    const responses = [
      Response.json({ statusCode: 404, code: 'PLAYLIST_NOT_FOUND' }, { status: 404 }),
      Response.json(noon),
    ];
    vi.stubGlobal('fetch', async () => {
      if (responses.length === 2) pushChanged(noon);
      return responses.shift();
    });
    await fetchList(one);
    expect(namesOn(one)).toEqual(['noon']);
  });

  test('keep their places while hidden, and are shown there again', () => {
    push({ kind: 'playlist.hidden', position: '1', playlistId: 'ten', revision: '5' });
    expect([namesOn(others), namesOn(own)]).toEqual([
      ['noon', 'eight'],
      ['noon', 'ten', 'eight'],
    ]);
    pushChanged({ ...ten, revision: '6', name: 'Ten again' });
    expect(namesOn(others)).toEqual(['noon', 'Ten again', 'eight']);
    push({ kind: 'playlist.deleted', position: '1', playlistId: 'ten' });
    expect([namesOn(others), namesOn(own)]).toEqual([
      ['noon', 'eight'],
      ['noon', 'eight'],
    ]);
  });

  test.each([
    ['13', ['new', 'noon', 'ten', 'eight']],
    ['11', ['noon', 'new', 'ten', 'eight']],
    ['07', ['noon', 'ten', 'eight', 'new']],
  ])('are added only to the owner’s list, sorted by age: one created at %s o’clock', (hour, order) => {
    pushChanged(at(hour, 'new'));
    pushChanged(at(hour, 'of Sam', { ownerId: 'sam' }));
    expect([namesOn(own), namesOn(others)]).toEqual([order, ['noon', 'ten', 'eight']]);
  });

  test('are not added until their page is fetched', async () => {
    respondWithPage([noon, ten], 'more');
    await fetchList(own);
    pushChanged(eight);
    expect(namesOn(own)).toEqual(['noon', 'ten']);
  });

  test('show the current names and recipes', () => {
    const [pie, soup] = ['pie', 'soup'].map((id) => ({ id, title: id, cuisine: '' }));
    if (!pie || !soup) throw new Error('Two recipes are needed');
    pushChanged({ ...noon, revision: '5', recipes: [pie, soup] });
    push({ kind: 'person.changed', position: '1', uid: 'mia', name: 'Mia B.', avatar: null });
    const card = { revision: '1', type: 'image', author: 'Mia', authorId: 'mia', credited: false } as const;
    const recipe = { ...pie, ...card, title: 'Apple pie', createdAt: noon.createdAt };
    push({ kind: 'recipe.revised', position: '1', recipe });
    push({ kind: 'recipe.withdrawn', position: '1', recipeId: 'soup' });
    const shown = { ownerName: 'Mia B.', recipes: [{ ...pie, title: 'Apple pie' }], revision: '5' };
    expect(cached(others)[0]).toEqual({ ...noon, ...shown, likedByMeRevision: '4' });
  });
});

describe('the card of a playlist with many recipes', () => {
  const recipes = ['r1', 'r2', 'r3', 'r4'].map((id) => ({ id, title: id, cuisine: '' }));
  const whole = { ...noon, revision: '5', recipes };
  const card: PlaylistCard = { ...whole, recipes: recipes.slice(0, 3), recipeCount: 4 };

  test('updates cards, and makes the screen with all recipes fetch them', async () => {
    server.get = () => noon;
    await fetchList(one);
    server.get = () => whole;
    pushChanged(card);
    expect(cached(others)[0]).toMatchObject(card);
    expect(cached(one)).toEqual([noon]);
    await vi.waitFor(() => expect(cached(one)).toEqual([whole]));
    expect(server.gets.filter((path) => path === '/api/playlists/mia/noon')).toHaveLength(2);
  });

  test('is not needed for a like, which makes no client fetch the playlist', async () => {
    server.get = () => whole;
    await fetchList(one);
    const fetches = server.gets.length;
    push({ kind: 'playlist.likes', position: '1', playlistId: 'noon', from: '5', revision: '6', likeCount: 3 });
    expect(cached(one)[0]).toEqual({ ...whole, revision: '6', likeCount: 3, likedByMeRevision: '5' });
    expect(server.gets).toHaveLength(fetches);
  });

  test('makes the screen fetch recipes that were added while the playlist was hidden', async () => {
    server.get = () => noon;
    await fetchList(one);
    push({ kind: 'playlist.hidden', position: '1', playlistId: 'noon', revision: '6' });
    expect(cached(one)).toEqual([]);
    const shownAgain = { ...whole, revision: '7' };
    server.get = () => shownAgain;
    push({ kind: 'playlist.changed', position: '1', playlist: { ...card, revision: '7' } });
    await vi.waitFor(() => expect(cached(one)).toEqual([shownAgain]));
  });

  test('makes the screen fetch a playlist that was not found while it was private', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ statusCode: 404, code: 'PLAYLIST_NOT_FOUND', message: 'Not found' }, { status: 404 }),
    );
    await fetchList(one);
    expect(cached(one)).toEqual([]);
    vi.stubGlobal('fetch', async () => Response.json(whole));
    const screen = new QueryObserver(queryClient, playlists.query(...one));
    onTestFinished(screen.subscribe(() => undefined));
    pushChanged({ ...card, id: 'other' });
    expect(screen.getCurrentResult().isFetching).toBe(false);
    pushChanged(card);
    await vi.waitFor(() => expect(cached(one)).toEqual([whole]));
  });

  test('is ignored for the owner, who receives the whole playlist', () => {
    pushChanged(card);
    expect(cached(own)[0]).toEqual(noon);
    pushChanged(whole);
    expect(cached(own)[0]).toMatchObject({ recipes });
    expect(cached(own)[0]?.recipeCount).toBeUndefined();
  });

  test('is fetched on the next visit after a recipe that it may count was withdrawn', () => {
    const isStale = (list: PlaylistList) => queryClient.getQueryState(playlists.query(...list).queryKey)?.isInvalidated;
    push({ kind: 'recipe.withdrawn', position: '1', recipeId: 'r4' });
    expect([isStale(others), isStale(own)]).toEqual([false, false]);
    pushChanged(card);
    push({ kind: 'recipe.withdrawn', position: '1', recipeId: 'r4' });
    expect([isStale(others), isStale(own)]).toEqual([true, false]);
  });
});

test('ignores messages without a revision, which an older server sends', () => {
  const messages: LiveMessage[] = JSON.parse(`[
    { "kind": "playlist.changed", "position": "1", "playlist": { "id": "noon", "ownerId": "sam", "name": "Old" } },
    { "kind": "playlist.hidden", "position": "2", "playlistId": "noon" },
    { "kind": "playlist.liked", "position": "3", "playlistId": "noon", "liked": true }
  ]`);
  for (const message of messages) push(message);
  expect(cached(others)[0]).toEqual(noon);
});

test.each<LiveMessage>([
  { kind: 'content.restored', position: '1', what: 'playlist', id: 'ten' },
  { kind: 'moderation.changed', position: '1' },
])('are fetched again when moderators have decided about some of them: $kind', (message) => {
  push(message);
  const isStale = (list: PlaylistList) => queryClient.getQueryState(playlists.query(...list).queryKey)?.isInvalidated;
  expect([isStale(own), isStale(others)]).toEqual([true, true]);
});

test('a list that is fetched again shows new playlists at once', async () => {
  respondWithPage([at('13', 'new'), noon, ten, eight]);
  await fetchList(others);
  expect(namesOn(others)).toEqual(['new', 'noon', 'ten', 'eight']);
});
