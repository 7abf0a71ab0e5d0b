import { followingLimits } from '../../contracts/limits.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type FollowingEvent, followingCategory } from './events.ts';
import { followingRefusals } from './refusals.ts';
import { followingEvents } from './upcast.ts';

export type FollowingCommand =
  /** `hasPublished`: whether the person has a post, a comment or a recipe, which their own streams say. */
  | { readonly type: 'Follow'; readonly actor: string; readonly uid: string; readonly hasPublished: boolean }
  | { readonly type: 'Unfollow'; readonly uid: string };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface FollowingState {
  readonly uids: Set<string>;
}

function decide(command: FollowingCommand, { uids }: FollowingState): FollowingEvent[] {
  const { uid } = command;
  if (command.type === 'Unfollow') return uids.has(uid) ? [{ type: 'PersonUnfollowed', data: { uid } }] : [];
  if (uid === command.actor) throw followingRefusals.oneself();
  if (uids.has(uid)) return [];
  if (!command.hasPublished) throw followingRefusals.nothingPublished();
  if (uids.size >= followingLimits.people) throw followingRefusals.full();
  return [{ type: 'PersonFollowed', data: { uid } }];
}

function evolve(state: FollowingState, { type, data }: EventWithMetadata<FollowingEvent>): FollowingState {
  if (type === 'PersonFollowed') state.uids.add(data.uid);
  else state.uids.delete(data.uid);
  return state;
}

export const following = {
  category: followingCategory,
  events: followingEvents,
  initial: (): FollowingState => ({ uids: new Set() }),
  decide,
  evolve,
  weight: ({ uids }: FollowingState): number => uids.size,
};
