import type { LikeAnswer } from '../../core/contracts/shared.ts';

/** @param likes the uids of all users who like it */
export const likeAnswer = (likes: ReadonlySet<string>, uid: string): LikeAnswer => ({
  liked: likes.has(uid),
  likeCount: likes.size,
});
