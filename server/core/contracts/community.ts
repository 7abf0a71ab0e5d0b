import { type Static, Type } from 'typebox';
import { communityLimits, pictureLimits, profileLimits } from './limits.ts';
import { Photo, PhotoForm } from './pictures.ts';
import { HiddenNotice, Id, liked, PageQuery, page, Revision, Timestamp, Uid } from './shared.ts';

export const PostType = Type.Enum(['text', 'image', 'youtube']);
export type PostType = Static<typeof PostType>;

const authorAvatar = Type.Optional(Type.String({ description: 'The address of a picture' }));

export const Mention = Type.Object(
  { uid: Uid, name: Type.String({ minLength: 1, maxLength: profileLimits.username }) },
  { additionalProperties: false, description: 'A person that the text mentions as `@` and this name' },
);
export type Mention = Static<typeof Mention>;

const mentions = Type.Optional(Type.Array(Mention, { maxItems: communityLimits.mentions }));

export const Comment = Type.Object({
  id: Id,
  text: Type.String({ description: 'Empty only beside photos' }),
  photos: Type.Optional(Type.Array(Photo)),
  mentions,
  replyTo: Type.Optional(
    Type.String({ ...Id, description: 'The comment to which this one replies, which is no reply itself' }),
  ),
  authorId: Uid,
  authorName: Type.String(),
  authorAvatar,
  createdAt: Timestamp,
  likeCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Present if the comment can be liked' })),
  likedByMe: Type.Optional(
    Type.Boolean({ description: 'Present with `likeCount` for a signed-in user, except in feeds' }),
  ),
});
export type Comment = Static<typeof Comment>;

/** The fields that the author writes, as readers see them. */
const authorFields = {
  title: Type.String(),
  content: Type.String(),
  type: PostType,
  imageUrl: Type.Optional(
    Type.String({ description: 'Of a picture that the author named by its address; also among the photos' }),
  ),
  photos: Type.Optional(Type.Array(Photo)),
  youtubeUrl: Type.Optional(Type.String({ description: 'Embed link, built from the stored video id' })),
  mentions,
  tags: Type.Optional(
    Type.Array(Type.String(), { description: 'The hashtags of the content, without `#` and in lower case' }),
  ),
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
  hidden: Type.Optional(HiddenNotice),
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
  | 'title'
  | 'content'
  | 'excerptOf'
  | 'type'
  | 'imageUrl'
  | 'photos'
  | 'youtubeUrl'
  | 'mentions'
  | 'tags'
  | 'authorName'
  | 'authorAvatar'
>;

export const PostPage = page(FeedPost);
export type PostPage = Static<typeof PostPage>;

/** Of the feed: all posts, or those with a hashtag, or of an author. */
export const FeedQuery = Type.Object({
  ...PageQuery.properties,
  tag: Type.Optional(
    Type.String({
      pattern: `^[\\p{L}\\p{M}\\p{N}_\\u200C\\u200D]{1,${communityLimits.tag}}$`,
      description: 'Only posts with this hashtag, without its `#`, in any case',
      examples: ['sourdough'],
    }),
  ),
  author: Type.Optional(Type.String({ ...Uid, description: 'Only posts of this user' })),
});

/** Older comments, newest first. */
export const CommentPage = page(Comment);
export type CommentPage = Static<typeof CommentPage>;

const chosenMentions = Type.Optional(
  Type.Array(Mention, {
    maxItems: communityLimits.mentions,
    description:
      'The people that the writer chose. Others are found by their name, if only one person in the community has it.',
  }),
);

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
    mentions: chosenMentions,
  },
  { additionalProperties: false },
);
export type PostForm = Static<typeof PostForm>;

export const PostLike = Type.Object({ liked }, { additionalProperties: false });

const commentFields = {
  id: Type.Optional(Id),
  text: Type.String({ maxLength: communityLimits.comment }),
  photos: Type.Optional(Type.Array(PhotoForm, { maxItems: pictureLimits.perComment })),
  mentions: chosenMentions,
};
/** A comment on a recipe. */
export const CommentForm = Type.Object(commentFields, { additionalProperties: false });
export type CommentForm = Static<typeof CommentForm>;

/** A comment on a post. */
export const PostCommentForm = Type.Object(
  {
    ...commentFields,
    replyTo: Type.Optional(
      Type.String({
        ...Id,
        description: 'The comment to which it replies. A reply to a reply joins the same comment.',
      }),
    ),
  },
  { additionalProperties: false },
);
export type PostCommentForm = Static<typeof PostCommentForm>;

export const PostPath = Type.Object({ postId: Id });
export const CommentPath = Type.Object({ postId: Id, commentId: Id });
