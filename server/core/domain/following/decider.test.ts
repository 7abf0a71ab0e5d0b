import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { followingLimits } from '../../contracts/limits.ts';
import { type FollowingCommand, following } from './decider.ts';
import type { FollowingEvent } from './events.ts';

const followed = (uid: string): FollowingEvent => ({ type: 'PersonFollowed', data: { uid } });
const unfollowed = (uid: string): FollowingEvent => ({ type: 'PersonUnfollowed', data: { uid } });
const whenMiaHas = (...events: FollowingEvent[]) => given(following, by('mia', ...events));
const follow = (uid: string, hasPublished = true): FollowingCommand => ({
  type: 'Follow',
  actor: 'mia',
  uid,
  hasPublished,
});
const unfollow = (uid: string): FollowingCommand => ({ type: 'Unfollow', uid });

describe('following a person', () => {
  it('is recorded once, and again after it has ended', () => {
    whenMiaHas().when(follow('sam')).decides(followed('sam'));
    whenMiaHas(followed('sam')).when(follow('sam')).decides();
    whenMiaHas(followed('sam'), unfollowed('sam')).when(follow('sam')).decides(followed('sam'));
  });
  it('is refused for oneself, and for a person who has published nothing', () => {
    whenMiaHas().when(follow('mia')).refused('NOT_ONESELF');
    whenMiaHas().when(follow('sam', false)).refused('NOTHING_PUBLISHED');
  });
  it('continues when the person has nothing published any more', () => {
    whenMiaHas(followed('sam')).when(follow('sam', false)).decides();
    whenMiaHas(followed('sam')).when(unfollow('sam')).decides(unfollowed('sam'));
  });
  it('has a limit, which counts only those who are followed now', () => {
    const all = Array.from({ length: followingLimits.people }, (_, n) => followed(`person-${n}`));
    whenMiaHas(...all)
      .when(follow('sam'))
      .refused('FOLLOWING_FULL');
    whenMiaHas(...all)
      .when(follow('person-7'))
      .decides();
    whenMiaHas(...all, unfollowed('person-7'))
      .when(follow('sam'))
      .decides(followed('sam'));
  });
});

it('records no end of what has not begun', () => {
  whenMiaHas().when(unfollow('sam')).decides();
  whenMiaHas(followed('sam'), unfollowed('sam')).when(unfollow('sam')).decides();
});

it('weighs as many people as it holds', () => {
  const { state } = whenMiaHas(followed('sam'), followed('zoe'), unfollowed('sam'));
  expect(following.weight(state)).toBe(1);
});
