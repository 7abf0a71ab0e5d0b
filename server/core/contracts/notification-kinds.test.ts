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

test('names no moderator, and leads to where the author may appeal', () => {
  const hidden = { ...liked, kind: 'contentHidden', people: [] } as const;
  const comment = { ...hidden, subject: { type: 'recipe', id: 'r1', commentId: 'c1' } } as const;
  const person = { type: 'person', id: 'mia' } as const;
  const described = [
    hidden,
    comment,
    { ...comment, kind: 'contentRestored' } as const,
    { ...hidden, kind: 'appealRejected' } as const,
    { ...hidden, kind: 'memberSuspended', subject: person, title: '' } as const,
    { ...hidden, kind: 'suspensionLifted', subject: person, title: '' } as const,
    { ...hidden, kind: 'appealRejected', subject: person, title: '' } as const,
    { ...hidden, subject: { type: 'works', id: 'mia' }, title: '' } as const,
  ];
  const sentences = described.map((one) => {
    const { who, did, title } = wordsOf(one);
    return [`${who} ${did} ${title}`.trimEnd(), addressOf(one, 'mia')];
  });
  expect(sentences).toEqual([
    ['Moderators hid your post Dumplings', '/community/p1'],
    ['Moderators hid your comment on Dumplings', '/profile'],
    ['Moderators restored your comment on Dumplings', '/recipe/r1#comment-c1'],
    ['Moderators rejected your appeal about your post Dumplings', '/community/p1'],
    ['Moderators suspended you', '/profile'],
    ['Moderators lifted your suspension', '/profile'],
    ['Moderators rejected your appeal about your suspension', '/profile'],
    ['Moderators hid all that you have published', '/profile'],
  ]);
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
