/** The stored form of posts, shared by the projection and the routes. */
import type { Comment, FeedPost, Mention, Post } from '../../server/core/contracts/community.ts';
import { tagsOf } from '../../server/core/contracts/hashtags.ts';
import { embedLink } from '../../server/core/contracts/youtube-address.ts';
import type { CommentAdded, PostBody, PostText } from '../../server/core/domain/post/events.ts';
import type { Person } from './people.ts';
import { photoFields, renditionsOf } from './photos.ts';

/** A stored post. The response adds `likedByMe`, which differs per reader, and the rest of a long content. */
export type PostDocument = Omit<FeedPost, 'likedByMe'>;

/** A post with its whole content. */
type WholePost = Omit<Post, 'likedByMe'>;

/** Author and time (ISO 8601, UTC). */
export type Signature = Pick<Post, 'authorId' | 'authorName' | 'authorAvatar' | 'createdAt'>;

export const signatureOf = (authorId: string, { name, avatar }: Person, createdAt: string): Signature => ({
  authorId,
  authorName: name,
  ...(avatar !== null && { authorAvatar: avatar }),
  createdAt,
});

/** A post as published: its first event has the revision 0. */
export const newPost = (id: string, written: PostText, signature: Signature): WholePost => ({
  id,
  revision: '0',
  ...textFields(written),
  ...signature,
  likeCount: 0,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
});

/** A post with a new title and body. */
export function revisedPost(post: PostDocument, written: PostText): WholePost {
  const { imageUrl: _image, photos: _photos, youtubeUrl: _video, excerptOf: _excerpt, ...others } = post;
  const { mentions: _mentions, tags: _tags, ...kept } = others;
  return { ...kept, ...textFields(written) };
}

/** A comment as added, without likes. */
export const newComment = (
  { commentId, text, photos, replyTo, mentions }: CommentAdded['data'],
  signature: Signature,
): Comment => ({
  id: commentId,
  text,
  ...photoFields(photos),
  ...mentionFields(mentions),
  ...(replyTo !== undefined && { replyTo }),
  ...signature,
  likeCount: 0,
});

/** The whole content of a post whose document holds an excerpt. */
export interface ContentDocument {
  readonly content: string;
}

/** Replaces a post's excerpt with its whole content. */
export function withWholeContent(post: PostDocument, { content }: ContentDocument): WholePost {
  const { excerptOf: _excerpt, ...kept } = post;
  return { ...kept, content };
}

const textFields = ({ title, body, mentions }: PostText) => ({
  title,
  ...bodyFields(body),
  ...mentionFields(mentions),
  ...tagFields(tagsOf(body.content)),
});

/** The mentions of an event, in an optional property of the document. */
export const mentionFields = (mentions: readonly Mention[] = []): { mentions?: Mention[] } =>
  mentions.length === 0 ? {} : { mentions: [...mentions] };

const tagFields = (tags: string[]) => tags.length > 0 && { tags };

/** A body as readers see it: the embed URL of a video is built from its id. */
function bodyFields(body: PostBody): Pick<Post, 'type' | 'content' | 'imageUrl' | 'photos' | 'youtubeUrl'> {
  switch (body.type) {
    case 'text':
      return { type: 'text', content: body.content };
    case 'image':
      return {
        type: 'image',
        content: body.content,
        ...imageUrlOf(body),
        ...photoFields(body.photos),
      };
    case 'youtube':
      return {
        type: 'youtube',
        content: body.content,
        ...(body.youtubeId !== undefined && { youtubeUrl: embedLink(body.youtubeId) }),
      };
  }
}

/** The address of a picture that the author named by its address: since the server fetches it, one of this server. */
function imageUrlOf({ imageUrl, photos = [] }: Extract<PostBody, { type: 'image' }>): Pick<Post, 'imageUrl'> {
  const fetched = photos.find(({ source }) => source !== undefined);
  const address = imageUrl ?? (fetched && renditionsOf(fetched).at(-1)?.url);
  return address === undefined ? {} : { imageUrl: address };
}
