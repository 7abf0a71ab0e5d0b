import { expect, test } from 'vitest';
import type { Following } from '../../../server/core/contracts/following.ts';
import { applyFollow, foldFollowing } from './fold-following.ts';

const person = (uid: string, name = uid) => ({ uid, name, avatar: null });
const following: Following = { revision: '4', items: [person('sam'), person('zoe')] };

test('a pending change shows at once, and once only', () => {
  const followed = applyFollow(following, { person: person('bo'), isFollowed: true });
  expect(followed.items.map(({ uid }) => uid)).toEqual(['bo', 'sam', 'zoe']);
  expect(applyFollow(followed, { person: person('bo'), isFollowed: true })).toBe(followed);
  const unfollowed = applyFollow(following, { person: person('sam'), isFollowed: false });
  expect(unfollowed.items.map(({ uid }) => uid)).toEqual(['zoe']);
  expect(applyFollow(unfollowed, { person: person('sam'), isFollowed: false })).toBe(unfollowed);
});

test('a push that the document does not include makes it be fetched', () => {
  const pushed = (revision: string) => ({ kind: 'following.changed', position: '9', revision }) as const;
  expect(foldFollowing(following, pushed('4'))).toBe(following);
  expect(foldFollowing(following, pushed('5'))).toBe('gap');
  expect(foldFollowing({ revision: null, items: [] }, pushed('0'))).toBe('gap');
});

test('a followed person has a new name and picture at once', () => {
  const renamed = { kind: 'person.changed', position: '9', name: 'Sammy', avatar: '/sam.webp' } as const;
  expect(foldFollowing(following, { ...renamed, uid: 'sam' })).toEqual({
    revision: '4',
    items: [{ uid: 'sam', name: 'Sammy', avatar: '/sam.webp' }, person('zoe')],
  });
  expect(foldFollowing(following, { ...renamed, uid: 'eve' })).toBe(following);
});
