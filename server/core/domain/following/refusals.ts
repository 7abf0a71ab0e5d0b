import { followingLimits } from '../../contracts/limits.ts';
import { Refusal } from '../refusal.ts';

export const followingRefusals = {
  oneself: () => new Refusal('invalid', 'NOT_ONESELF', 'You cannot follow yourself'),
  nothingPublished: () =>
    new Refusal('conflict', 'NOTHING_PUBLISHED', 'They have published nothing yet, so there is nothing to follow'),
  full: () =>
    new Refusal(
      'conflict',
      'FOLLOWING_FULL',
      `You can follow up to ${followingLimits.people} people; stop following one of them first`,
    ),
};
