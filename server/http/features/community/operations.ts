import {
  Comment,
  CommentPage,
  CommentPath,
  FeedQuery,
  Post,
  PostCommentForm,
  PostForm,
  PostLike,
  PostPage,
  PostPath,
} from '../../../core/contracts/community.ts';
import { communityLimits } from '../../../core/contracts/limits.ts';
import { LikeResponse, PageQuery } from '../../../core/contracts/shared.ts';
import { commentRefusals } from '../../../core/domain/comments.ts';
import { postRefusals } from '../../../core/domain/post/refusals.ts';
import { PictureProblem, PicturesUnavailable } from '../../../pictures/pictures.ts';
import { comment, cursor, mia, post, uploadedId } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';
import { fetchErrors } from '../../openapi/picture-errors.ts';
import { invalid } from '../../responses/errors.ts';

const tag = 'Community';

const forms = {
  Text: { title: post.title, type: 'text', content: post.content },
  'A picture': { title: 'The crust', type: 'image', imageUrl: 'https://example.org/crust.webp' },
  Photos: { title: 'Eleven plates', type: 'image', photos: [{ id: uploadedId, alt: 'A long table, laid' }] },
  'A video': { title: 'How I fold it', type: 'youtube', youtubeUrl: 'https://youtu.be/LWuuCndtJr0' },
} satisfies Record<string, PostForm>;

const photoErrors = [new PictureProblem('PICTURE_GONE', { field: 'photos' }), new PicturesUnavailable('')];
const pictureErrors = [...photoErrors, ...fetchErrors];
export const oneFilter = () => invalid('Send either a tag or an author', 'author');

export const readFeed = {
  tag,
  summary: 'Read the feed',
  description: `Posts, newest first, each with its newest comments. \`likedByMe\` is present for a signed-in user. Content of more than ${communityLimits.excerpt} characters is truncated, and the post has \`excerptOf\`, a fingerprint of the whole content; read the post for all of it. \`tag\` and \`author\` each select a part of the feed; a call may have one of them.`,
  token: 'optional',
  kind: 'read with ETag',
  querystring: FeedQuery,
  errors: [oneFilter()],
  responses: [json(200, 'A page of posts', PostPage, { 'A page': { items: [post], nextCursor: cursor } })],
} satisfies Operation;

export const readPost = {
  tag,
  summary: 'Read a post',
  description: 'With its whole content and its newest comments.',
  token: 'optional',
  kind: 'read',
  params: PostPath,
  responses: [json(200, 'The post', Post, { 'A post': post })],
} satisfies Operation;

export const publishPost = {
  tag,
  summary: 'Publish a post',
  description:
    'Fields that do not belong to the `type` are ignored. A form may send fields, but no files: photos are uploaded before, and named in JSON. The picture at `imageUrl` is fetched by the server, and shown as a photo with this `source`.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  body: PostForm,
  bodyExamples: forms,
  bodyTypes: ['application/x-www-form-urlencoded', 'multipart/form-data'],
  responses: [
    json(201, 'The published post', Post, {
      'A post': { ...post, revision: '0', comments: [], commentCount: 0 },
    }),
  ],
  errors: [postRefusals.titleRequired(), postRefusals.idInUse(), ...pictureErrors],
} satisfies Operation;

export const revisePost = {
  tag,
  summary: 'Revise a post',
  description:
    'Replaces the whole content. The truncated content of the feed is refused, because the rest would be lost: read the post first.',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  params: PostPath,
  body: PostForm,
  bodyExamples: forms,
  responses: [json(200, 'The revised post', Post, { 'A post': post })],
  errors: [postRefusals.titleRequired(), postRefusals.contentCut(), postRefusals.notTheAuthor(), ...pictureErrors],
} satisfies Operation;

export const deletePost = {
  tag,
  summary: 'Delete a post',
  token: 'required',
  kind: 'write',
  params: PostPath,
  responses: [noContent('Deleted')],
  errors: [postRefusals.notTheAuthor()],
} satisfies Operation;

export const likePost = {
  tag,
  summary: 'Like or unlike a post',
  token: 'required',
  kind: 'write',
  limit: 'liking',
  params: PostPath,
  body: PostLike,
  bodyExamples: { Like: { liked: true } },
  isBodyOptional: true,
  responses: [json(200, 'The resulting like and like count', LikeResponse, { Liked: { liked: true, likeCount: 13 } })],
} satisfies Operation;

export const readComments = {
  tag,
  summary: 'Read the comments on a post',
  description: 'Newest first.',
  token: 'optional',
  kind: 'read',
  params: PostPath,
  querystring: PageQuery,
  responses: [json(200, 'A page of comments', CommentPage, { 'A page': { items: [comment], nextCursor: null } })],
} satisfies Operation;

export const addComment = {
  tag,
  summary: 'Comment on a post',
  token: 'required',
  kind: 'write',
  limit: 'publishing',
  params: PostPath,
  body: PostCommentForm,
  bodyExamples: {
    'A comment': { text: comment.text },
    'With a photo': { text: 'With rye', photos: [{ id: uploadedId, alt: 'A dark loaf' }] },
    'A reply': { text: `@${mia.name} Three days`, replyTo: comment.id, mentions: [mia] },
  },
  responses: [json(201, 'The comment', Comment, { 'A comment': comment })],
  errors: [commentRefusals.idInUse(), commentRefusals.blank(), commentRefusals.notFound(), ...photoErrors],
} satisfies Operation;

export const likeComment = {
  tag,
  summary: 'Like or unlike a comment',
  token: 'required',
  kind: 'write',
  limit: 'liking',
  params: CommentPath,
  body: PostLike,
  bodyExamples: { Like: { liked: true } },
  isBodyOptional: true,
  responses: [json(200, 'The resulting like and like count', LikeResponse, { Liked: { liked: true, likeCount: 5 } })],
  errors: [commentRefusals.notFound()],
} satisfies Operation;

export const deleteComment = {
  tag,
  summary: 'Delete a comment',
  token: 'required',
  kind: 'write',
  params: CommentPath,
  responses: [noContent('Deleted')],
  errors: [commentRefusals.notTheAuthor()],
} satisfies Operation;
