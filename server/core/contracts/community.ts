import { type Static, Type } from 'typebox';
import { communityLimits, pictureLimits } from './limits.ts';
import { Photo, PhotoForm } from './pictures.ts';
import { Id, liked, page, Revision, Timestamp, Uid } from './shared.ts';

export const PostType = Type.Enum(['text', 'image', 'youtube']);
export type PostType = Static<typeof PostType>;

const authorAvatar = Type.Optional(Type.String({ description: 'The address of a picture' }));

export const Comment = Type.Object({
  id: Id,
  text: Type.String(),
  authorId: Uid,
  authorName: Type.String(),
  authorAvatar,
  createdAt: Timestamp,
});
export type Comment = Static<typeof Comment>;

/** The fields that the author writes, as readers see them. */
const authorFields = {
  title: Type.String(),
  content: Type.String(),
  type: PostType,
  imageUrl: Type.Optional(Type.String()),
  photos: Type.Optional(Type.Array(Photo)),
  youtubeUrl: Type.Optional(Type.String({ description: 'Embed link, built from the stored video id' })),
};

export const Post = Type.Object({
  id: Id,
  revision: Revision,
  ...authorFields,
  authorId: Uid,
  authorName: Type.String(),
  authorAvatar,
  createdAt: Timestamp,
  likeCount: Type.Integer({ minimum: 0 }),
  commentCount: Type.Integer({ minimum: 0 }),
  comments: Type.Array(Comment, { description: 'The newest 20, in ascending order' }),
  olderCommentsCursor: Type.Union([Type.String(), Type.Null()], {
    description: 'The cursor of older comments; null if there are none',
  }),
  likedByMe: Type.Optional(Type.Boolean({ description: 'Present for a signed-in user' })),
});
export type Post = Static<typeof Post>;

/** A post in the feed, with an excerpt of long content. */
export const FeedPost = Type.Object({
  ...Post.properties,
  excerptOf: Type.Optional(
    Type.String({
      description:
        'Present if `content` is truncated; changes with the whole content, which `GET /community/{postId}` returns',
    }),
  ),
});
export type FeedPost = Static<typeof FeedPost>;

/** The fields of a post that its author can change, and the author's name and picture. */
export type EditablePost = Pick<
  FeedPost,
  'title' | 'content' | 'excerptOf' | 'type' | 'imageUrl' | 'photos' | 'youtubeUrl' | 'authorName' | 'authorAvatar'
>;

export const PostPage = page(FeedPost);
export type PostPage = Static<typeof PostPage>;

/** Older comments, newest first. */
export const CommentPage = page(Comment);
export type CommentPage = Static<typeof CommentPage>;

/** The post form. A field that does not belong to the type is ignored, because the form sends hidden fields, too. */
export const PostForm = Type.Object(
  {
    id: Type.Optional(Id),
    title: Type.String({ maxLength: communityLimits.title }),
    type: Type.Optional(PostType),
    content: Type.Optional(Type.String({ maxLength: communityLimits.content })),
    imageUrl: Type.Optional(Type.String({ maxLength: communityLimits.url })),
    photos: Type.Optional(Type.Array(PhotoForm, { maxItems: pictureLimits.perPost })),
    youtubeUrl: Type.Optional(Type.String({ maxLength: communityLimits.url })),
  },
  { additionalProperties: false },
);
export type PostForm = Static<typeof PostForm>;

export const PostLike = Type.Object({ liked }, { additionalProperties: false });

export const CommentForm = Type.Object(
  { id: Type.Optional(Id), text: Type.String({ maxLength: communityLimits.comment }) },
  { additionalProperties: false },
);
export type CommentForm = Static<typeof CommentForm>;

export const PostPath = Type.Object({ postId: Id });
export const CommentPath = Type.Object({ postId: Id, commentId: Id });
