/** How a post and what is written below it read, whoever folds or answers it. */
import type { FeedPost, Post } from '../../server/core/contracts/community.ts';
import { embedLink } from '../../server/core/contracts/youtube-address.ts';
import type { PostBody } from '../../server/core/domain/post/events.ts';
import type { Person } from './people.ts';

/** A post as it is kept: what differs by reader (`likedByMe`) is added when it is sent, of a long content the rest. */
export type PostDocument = Omit<FeedPost, 'likedByMe'>;

/** A post with all of its content. */
type WholePost = Omit<Post, 'likedByMe'>;

/** Who wrote something, and when (ISO 8601, UTC). */
type Signature = Pick<Post, 'authorId' | 'authorName' | 'authorAvatar' | 'createdAt'>;

export const signatureOf = (authorId: string, { name, avatar }: Person, createdAt: string): Signature => ({
  authorId,
  authorName: name,
  ...(avatar !== null && { authorAvatar: avatar }),
  createdAt,
});

/** A post as it is when it is published. */
export const newPost = (id: string, written: { title: string; body: PostBody }, signature: Signature): WholePost => ({
  id,
  title: written.title,
  ...bodyFields(written.body),
  ...signature,
  likeCount: 0,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
});

/** A post with something else written in it. */
export function revisedPost(post: PostDocument, written: { title: string; body: PostBody }): WholePost {
  const { imageUrl: _image, youtubeUrl: _video, excerptOf: _excerpt, ...kept } = post;
  return { ...kept, title: written.title, ...bodyFields(written.body) };
}

/** What is kept beside a post whose content is longer than an excerpt. */
export interface ContentDocument {
  readonly content: string;
}

/** A post with the content that is kept beside it. */
export function withWholeContent(post: PostDocument, { content }: ContentDocument): WholePost {
  const { excerptOf: _excerpt, ...kept } = post;
  return { ...kept, content };
}

/** What readers see of a body: a video's frame address is built from its id. */
function bodyFields(body: PostBody): Pick<Post, 'type' | 'content' | 'imageUrl' | 'youtubeUrl'> {
  switch (body.type) {
    case 'text':
      return { type: 'text', content: body.content };
    case 'image':
      return { type: 'image', content: body.content, ...(body.imageUrl !== undefined && { imageUrl: body.imageUrl }) };
    case 'youtube':
      return {
        type: 'youtube',
        content: body.content,
        ...(body.youtubeId !== undefined && { youtubeUrl: embedLink(body.youtubeId) }),
      };
  }
}
