import type { PostDocument } from '../../../../projections/definitions/post-document.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type { Comment } from '../../../core/contracts/community.ts';
import { notFound } from '../../responses/errors.ts';
import { wholePost } from './stored-post.ts';

/**
 * The documents of a post that moderators have hidden, for its author; empty for others.
 * @param ids of the post and of its content
 */
export async function hiddenPostOf(
  posts: ReadModelReader,
  reader: string | undefined,
  ids: readonly string[],
): Promise<readonly (StoredDocument | undefined)[]> {
  if (reader === undefined) return [];
  const hidden = await posts.getMany(postsModel.hiddenPosts, ids);
  return hidden[0] && wholePost(hidden[0], undefined).authorId === reader ? hidden : [];
}

/** A post as the read model has it, without the rest of a long content: public, or the reader's own and hidden. */
export async function storedPost(
  posts: ReadModelReader,
  reader: string,
  postId: string,
): Promise<PostDocument | undefined> {
  const document = (await posts.get(postsModel.posts, postId)) ?? (await hiddenPostOf(posts, reader, [postId]))[0];
  return document && JSON.parse(document.json);
}

/** @throws HttpError 404 for a hidden post or comment: to like it or to comment on it, it does not exist */
export async function assertNotHidden(posts: ReadModelReader, postId: string, commentId?: string): Promise<void> {
  if (await posts.get(postsModel.hiddenPosts, postId)) throw notFound('postId');
  if (commentId === undefined) return;
  const hidden = await posts.get(postsModel.hiddenComments, postsModel.commentKey(postId, commentId));
  if (hidden) throw notFound('commentId');
}

/** Looks up only the likes of comments that anyone likes. */
export async function withOwnLikes(
  postId: string,
  comments: readonly Comment[],
  likes: (keys: readonly string[]) => Promise<boolean[]>,
): Promise<Comment[]> {
  const liked = comments.filter(({ likeCount = 0 }) => likeCount > 0);
  const isLiked = await likes(liked.map(({ id }) => postsModel.commentKey(postId, id)));
  const own = new Set(liked.filter((_, at) => isLiked[at]));
  return comments.map((comment) => ({ ...comment, likedByMe: own.has(comment) }));
}
