import {
  type ContentDocument,
  newPost,
  type PostDocument,
  revisedPost,
  signatureOf,
  withWholeContent,
} from '../../../../projections/definitions/post-document.ts';
import { postsModel } from '../../../../projections/definitions/posts.ts';
import type { ReadModelReader, StoredDocument } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { Comment, Post } from '../../../core/contracts/community.ts';
import { post } from '../../../core/domain/post/decider.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import { registerForms } from '../../plugins/forms.ts';
import { pageOf, type Slice, withLike } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { likeResponse } from '../../responses/like-response.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeCommand, executeRemoval, executeWithAuthor, readFrom } from '../../writing/execute-command.ts';
import * as operations from './operations.ts';
import { bodyOf } from './post-body.ts';

export interface CommunityDeps {
  readonly commands: CommandHandler;
  readonly posts: ReadModelReader;
  readonly pictures: Pick<Pictures, 'find'>;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export async function communityRoutes(app: Routes, deps: CommunityDeps): Promise<void> {
  const { commands, posts, pictures, authors, authentication } = deps;
  const writes = { commands, model: posts, authors };
  const required = authentication.required('Please log in to take part in the community');
  const optional = { onRequest: authentication.optional };

  const likes = async (uid: string, postId: string): Promise<boolean> => {
    const [score] = await posts.scores(postsModel.likesOf(postId), [uid]);
    return score !== undefined;
  };

  app.get('/community', { schema: operations.readFeed, ...optional }, async (request, reply) => {
    const { cursor, limit = 10 } = request.query;
    const reader = request.user?.uid;
    const position = await readFrom(request, reply, posts);
    if (send304IfUnchanged(request, reply, `${position}:${reader ?? 'visitor'}`)) return reply;
    const likedByReader =
      reader === undefined ? undefined : (ids: readonly string[]) => Promise.all(ids.map((id) => likes(reader, id)));
    const slice: Slice = { index: postsModel.feed, collection: postsModel.posts, cursor, limit, likedByReader };
    return sendJson(reply, await pageOf(posts, slice));
  });

  app.get('/community/:postId', { schema: operations.readPost, ...optional }, async (request, reply) => {
    const { postId } = request.params;
    await readFrom(request, reply, posts);
    const [document, content] = await posts.getMany(postsModel.posts, [postId, postsModel.contentOf(postId)]);
    if (!document) throw notFound('postId');
    const json = content ? jsonWithWholeContent(document, content) : document.json;
    const { user } = request;
    return sendJson(reply, user ? withLike(json, await likes(user.uid, postId)) : json);
  });

  app.get('/community/:postId/comments', { schema: operations.readComments, ...optional }, async (request, reply) => {
    const { postId } = request.params;
    const { cursor, limit = 20 } = request.query;
    await readFrom(request, reply, posts);
    if (!(await posts.get(postsModel.posts, postId))) throw notFound('postId');
    const slice = { index: postsModel.commentsOf(postId), collection: postsModel.comments, cursor, limit };
    return sendJson(reply, await pageOf(posts, slice));
  });

  await app.register(async (forms: Routes) => {
    registerForms(forms);
    forms.post('/community', { schema: operations.publishPost, onRequest: required }, async (request, reply) => {
      const { uid: authorId } = userOf(request);
      const body = await bodyOf(request.body, pictures);
      const { title } = request.body;
      const { answer, author } = await executeWithAuthor(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: ({ commandId }) => ({
            id: request.body.id ?? derivedId(commandId, 'post'),
            command: { type: 'PublishPost' as const, title, body },
          }),
          present: ({ id, events: [event] }) => {
            if (event?.type !== 'PostPublished') throw new Error('Publishing recorded no post');
            return { id, written: event.data, createdAt: event.meta.at };
          },
        },
      );
      const { id, written, createdAt } = answer;
      const published = newPost(id, written, signatureOf(authorId, author, createdAt));
      return reply.code(201).send({ ...published, likedByMe: false } satisfies Post);
    });
  });

  app.put('/community/:postId', { schema: operations.revisePost, onRequest: required }, async (request, reply) => {
    const { postId } = request.params;
    const { uid: authorId } = userOf(request);
    const body = await bodyOf(request.body, pictures);
    const { answer, author } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: post,
        prepare: () => ({
          id: postId,
          command: { type: 'RevisePost' as const, actor: authorId, title: request.body.title, body },
        }),
        present: ({ state }) => {
          if (state.status !== 'published') throw new Error('A post that is not published was revised');
          return { written: { title: state.title, body: state.body }, createdAt: state.publishedAt };
        },
      },
    );
    const { written, createdAt } = answer;
    // The read model may not include the change yet, so only likes and comments come from it.
    const document = await posts.get(postsModel.posts, postId);
    const shown: PostDocument = document
      ? JSON.parse(document.json)
      : newPost(postId, written, signatureOf(authorId, author, createdAt));
    const likedByMe = await likes(authorId, postId);
    return { ...revisedPost(shown, written), likedByMe } satisfies Post;
  });

  app.delete('/community/:postId', { schema: operations.deletePost, onRequest: required }, (request, reply) => {
    const command = { type: 'DeletePost', actor: userOf(request).uid } as const;
    return executeRemoval({ request, reply, ...writes }, post, { id: request.params.postId, command });
  });

  app.post(
    '/community/:postId/like',
    { schema: operations.likePost, onRequest: required, preValidation: allowOmittedBody },
    (request, reply) => {
      const { uid: actor } = userOf(request);
      const command = { type: 'Like', actor, liked: request.body.liked } as const;
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: () => ({ id: request.params.postId, command }),
          present: ({ state }) => likeResponse(state.status === 'published' ? state.likes : new Set(), actor),
        },
      );
    },
  );

  app.post(
    '/community/:postId/comments',
    { schema: operations.addComment, onRequest: required },
    async (request, reply) => {
      const { uid: authorId } = userOf(request);
      const { answer, author } = await executeWithAuthor(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: ({ commandId }) => ({
            id: request.params.postId,
            command: {
              type: 'AddComment' as const,
              commentId: request.body.id ?? derivedId(commandId, 'comment'),
              text: request.body.text,
            },
          }),
          present: ({ events: [event] }) => {
            if (event?.type !== 'CommentAdded') throw new Error('Commenting recorded no comment');
            const { commentId: id, text } = event.data;
            return { comment: { id, text }, createdAt: event.meta.at };
          },
        },
      );
      const { comment, createdAt } = answer;
      return reply.code(201).send({ ...comment, ...signatureOf(authorId, author, createdAt) } satisfies Comment);
    },
  );

  app.delete(
    '/community/:postId/comments/:commentId',
    { schema: operations.deleteComment, onRequest: required },
    (request, reply) => {
      const { postId, commentId } = request.params;
      const command = { type: 'DeleteComment', actor: userOf(request).uid, commentId } as const;
      return executeRemoval({ request, reply, ...writes }, post, { id: postId, command });
    },
  );
}

/** The JSON of a long post with its whole content, from its two stored documents. */
function jsonWithWholeContent(document: StoredDocument, contentDocument: StoredDocument): string {
  const post: PostDocument = JSON.parse(document.json);
  const content: ContentDocument = JSON.parse(contentDocument.json);
  return JSON.stringify(withWholeContent(post, content));
}
