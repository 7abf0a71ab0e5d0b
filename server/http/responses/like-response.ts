import type { LikeResponse } from '../../core/contracts/shared.ts';

/** @param likes the uids of all users who like it */
export const likeResponse = (likes: ReadonlySet<string>, uid: string): LikeResponse => ({
  liked: likes.has(uid),
  likeCount: likes.size,
});
