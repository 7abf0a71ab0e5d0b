import { expect, test } from 'vitest';
import type { GivenEvent } from '../../tests/support/applied-batches.ts';
import { documentOf, foldedModel } from '../../tests/support/folded-model.ts';
import { followingModel, followingProjection } from './following.ts';

const followed = (follower: string, uid: string): GivenEvent => [
  `following-${follower}`,
  'PersonFollowed',
  { uid },
  follower,
];
const unfollowed = (follower: string, uid: string): GivenEvent => [
  `following-${follower}`,
  'PersonUnfollowed',
  { uid },
  follower,
];

test('shows whom a user follows, the last one first, and counts both sides', async () => {
  const model = foldedModel(followingProjection, [
    followed('mia', 'sam'),
    followed('mia', 'zoe'),
    followed('ann', 'sam'),
    followed('mia', 'bo'),
    unfollowed('mia', 'zoe'),
  ]);
  expect(await documentOf(model, followingModel.following, 'mia')).toEqual({ revision: '3', uids: ['bo', 'sam'] });
  const counts = await model.getMany(followingModel.counts, ['mia', 'sam', 'zoe', 'ann']);
  expect(counts.map((document) => document && JSON.parse(document.json))).toEqual([
    { followerCount: 0, followingCount: 2 },
    { followerCount: 2, followingCount: 0 },
    { followerCount: 0, followingCount: 0 },
    { followerCount: 0, followingCount: 1 },
  ]);
});
