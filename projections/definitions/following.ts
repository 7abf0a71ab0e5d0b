import type { FollowingEvent } from '../../server/core/domain/following/events.ts';
import { followingEvents } from '../../server/core/domain/following/upcast.ts';
import { idOf, type Projected, type Projection, type Workspace } from './projection.ts';

/** The collections that the routes read. */
export const followingModel = { following: 'following', counts: 'counts' } as const;

const { following, counts } = followingModel;

/** Whom a user follows, the last one first. Only this user may see it. */
export interface FollowingDocument {
  readonly revision: string;
  readonly uids: readonly string[];
}

/** How many follow a person, and how many they follow. Everybody may see it. */
export interface FollowCounts {
  readonly followerCount: number;
  readonly followingCount: number;
}

export const noFollowers: FollowCounts = { followerCount: 0, followingCount: 0 };

/** Collections `following` (`FollowingDocument`) and `counts` (`FollowCounts`), by uid. */
export const followingProjection: Projection<Projected<FollowingEvent>> = {
  name: 'following',
  version: 1,
  events: followingEvents,
  fold(event, workspace) {
    const follower = idOf(event);
    const { uid } = event.data;
    const before = workspace.get<FollowingDocument>(following, follower)?.uids ?? [];
    const others = before.filter((other) => other !== uid);
    const uids = event.type === 'PersonFollowed' ? [uid, ...others] : others;
    workspace.put(following, follower, { revision: String(event.revision), uids } satisfies FollowingDocument);
    const change = uids.length - before.length;
    count(workspace, follower, { followerCount: 0, followingCount: change });
    count(workspace, uid, { followerCount: change, followingCount: 0 });
  },
};

function count(workspace: Workspace, uid: string, change: FollowCounts): void {
  const { followerCount, followingCount } = workspace.get<FollowCounts>(counts, uid) ?? noFollowers;
  workspace.put(counts, uid, {
    followerCount: followerCount + change.followerCount,
    followingCount: followingCount + change.followingCount,
  } satisfies FollowCounts);
}
