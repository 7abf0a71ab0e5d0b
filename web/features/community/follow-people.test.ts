import { beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { receive } from '../../../tests/support/live-connection.ts';
import { queryClient } from '../../lib/query-client.ts';
import { followPeople, personKey, worksOf } from './follow-people.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', async () => (await import('../../../tests/support/live-connection.ts')).live);

const [recipes, playlists, others] = [
  worksOf('mia', 'recipes', 'sam'),
  worksOf('mia', 'playlists', 'sam'),
  worksOf('tom', 'recipes', 'sam'),
];
const push = (message: object): void => {
  const pushed: LiveMessage = JSON.parse(JSON.stringify({ position: '1', ...message }));
  receive(pushed);
};
const outdated = () =>
  [recipes, playlists, others].map((key) => queryClient.getQueryState(key)?.isInvalidated === true);

followPeople();
beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  queryClient.clear();
  queryClient.setQueryData(recipes, { items: [{ id: 'pie' }] });
  queryClient.setQueryData(playlists, { items: [{ id: 'sunday' }] });
  queryClient.setQueryData(others, { items: [{ id: 'soup' }] });
});

test.each([
  [{ kind: 'recipe.published', recipe: { id: 'tart', authorId: 'mia' } }, [true, true, false]],
  [{ kind: 'recipe.revised', recipe: { id: 'soup', authorId: 'tom' } }, [false, false, true]],
  [{ kind: 'recipe.withdrawn', recipeId: 'pie' }, [true, false, false]],
  [{ kind: 'playlist.changed', playlist: { id: 'new', ownerId: 'mia' } }, [true, true, false]],
  [{ kind: 'playlist.hidden', playlistId: 'sunday' }, [false, true, false]],
  [{ kind: 'playlist.deleted', playlistId: 'sunday' }, [false, true, false]],
  [{ kind: 'content.restored', what: 'recipe', id: 'flan' }, [true, true, true]],
  [{ kind: 'moderation.changed' }, [true, true, true]],
  [{ kind: 'post.deleted', postId: 'pie' }, [false, false, false]],
])('%j makes the works that it changes be fetched again', (message, expected) => {
  push(message);
  expect(outdated()).toEqual(expected);
});

test('the page of a person has their new name and picture at once, and that of nobody else', () => {
  const keys = ['mia', 'tom'].map((uid) => personKey(uid, 'sam'));
  for (const key of keys) queryClient.setQueryData(key, { uid: key[1], name: key[1], avatar: null, followers: 3 });
  push({ kind: 'person.changed', uid: 'mia', name: 'Mia B.', avatar: '/mia.webp' });
  expect(keys.map((key) => queryClient.getQueryData(key))).toEqual([
    { uid: 'mia', name: 'Mia B.', avatar: '/mia.webp', followers: 3 },
    { uid: 'tom', name: 'tom', avatar: null, followers: 3 },
  ]);
});
