/**
 * The effect of a user's new name or picture on the posts and comments that they wrote. The projection and the browser
 * sign with these functions. Signatures are not part of a post's stream: a change applies at any revision.
 */
import type { Comment } from './community.ts';

/** A user with the name and picture to show from now on. */
interface Author {
  readonly uid: string;
  readonly name: string;
  readonly avatar: string | null;
}

type Signed = Pick<Comment, 'authorId' | 'authorName' | 'authorAvatar'>;

/** Returns the same post or comment if the user did not write it, or if it shows this name and picture already. */
export function withSignature<Written extends Signed>(written: Written, { uid, name, avatar }: Author): Written {
  const { authorId, authorName, authorAvatar } = written;
  if (authorId !== uid || (authorName === name && authorAvatar === (avatar ?? undefined))) return written;
  const signed: Written = { ...written, authorName: name };
  // Deleted, not undefined: a document must equal its copy read back from JSON, including the order of its keys.
  delete signed.authorAvatar;
  return avatar === null ? signed : { ...signed, authorAvatar: avatar };
}

/** Updates a post and its comments. Returns the same post if nothing changes. */
export function withSignatures<Post extends Signed & { comments: Comment[] }>(post: Post, author: Author): Post {
  const signed = withSignature(post, author);
  const comments = post.comments.map((comment) => withSignature(comment, author));
  const isSame = signed === post && comments.every((comment, index) => comment === post.comments[index]);
  return isSame ? post : { ...signed, comments };
}
