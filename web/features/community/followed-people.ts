import type { Following } from '../../../server/core/contracts/following.ts';
import { queryClient } from '../../lib/query-client.ts';

/** Whom a user follows is cached under this key and their uid. */
export const followingKey = 'following';

/**
 * Whether the user follows the person. True until whom they follow is cached: no post that is pushed meanwhile is missed, and
 * the screen leaves out those of others.
 */
export const isFollowed = (reader: string, uid: string): boolean =>
  queryClient.getQueryData<Following>([followingKey, reader])?.items.some((person) => person.uid === uid) !== false;
