import { expect, test } from 'vitest';
import { addressOf, wordsOf } from './notification-kinds.ts';

const liked = {
  kind: 'postLiked',
  subject: { type: 'post', id: 'p1' },
  title: 'Dumplings',
  people: [
    { uid: 'ada', name: 'Ada' },
    { uid: 'ben', name: 'Ben' },
    { uid: 'cy', name: 'Cy' },
  ],
  count: 1,
} as const;

test('names two people, and counts more', () => {
  expect(wordsOf(liked)).toEqual({ who: 'Ada', did: 'liked your post', title: 'Dumplings' });
  expect(wordsOf({ ...liked, count: 2 }).who).toBe('Ada and Ben');
  expect(wordsOf({ ...liked, count: 5 }).who).toBe('Ada and 4 others');
});

test('leads to what it is about, and to nothing that the user may not see any more', () => {
  expect(addressOf(liked, 'mia')).toBe('/community/p1');
  expect(addressOf({ ...liked, subject: { type: 'post', id: 'p1', commentId: 'c1' } }, 'mia')).toBe(
    '/community/p1#comment-c1',
  );
  expect(addressOf({ ...liked, subject: { type: 'playlist', id: 'l1' } }, 'mia')).toBe('/playlists/mia/l1');
  const household = { ...liked, subject: { type: 'household', id: 'h1' } } as const;
  expect(addressOf({ ...household, kind: 'memberJoined' }, 'mia')).toBe('/households/h1');
  expect(addressOf({ ...household, kind: 'memberRemoved' }, 'mia')).toBe('/households');
  expect(addressOf({ ...liked, kind: 'followed', subject: { type: 'person', id: 'mia' } }, 'mia')).toBe('/people/ada');
});
