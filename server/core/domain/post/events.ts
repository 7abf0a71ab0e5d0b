import type { CommentText } from '../comments.ts';
import type { Mention } from '../mentions.ts';
import type { UploadedPicture } from '../uploaded-picture.ts';

/**
 * The content of a post, by its type. A picture or a video may be missing: only a title is required. A video is
 * recorded by its id: embeds are built from it, never from an address.
 */
export type PostBody =
  | { readonly type: 'text'; readonly content: string }
  | {
      readonly type: 'image';
      readonly content: string;
      readonly imageUrl?: string;
      /** Uploaded ones, in the author's order; at least one, or omitted. */
      readonly photos?: UploadedPicture[];
    }
  | { readonly type: 'youtube'; readonly content: string; readonly youtubeId?: string };

export type PostText = { title: string; body: PostBody; mentions?: Mention[] };

export type PostPublished = { type: 'PostPublished'; data: PostText };
export type PostRevised = { type: 'PostRevised'; data: PostText };
export type PostDeleted = { type: 'PostDeleted'; data: Record<string, never> };
export type PostLiked = { type: 'PostLiked'; data: Record<string, never> };
export type PostUnliked = { type: 'PostUnliked'; data: Record<string, never> };
/** `replyTo`: the comment to which it replies, which is never a reply itself. */
export type CommentAdded = { type: 'CommentAdded'; data: CommentText & { replyTo?: string } };
export type CommentDeleted = { type: 'CommentDeleted'; data: { commentId: string } };
export type CommentLiked = { type: 'CommentLiked'; data: { commentId: string } };
export type CommentUnliked = { type: 'CommentUnliked'; data: { commentId: string } };

/** The events of `post-{id}`. Who did it and when is in the metadata (`actor`, `at`). */
export type PostEvent =
  | PostPublished
  | PostRevised
  | PostDeleted
  | PostLiked
  | PostUnliked
  | CommentAdded
  | CommentDeleted
  | CommentLiked
  | CommentUnliked;

export const postCategory = 'post';
