import { newComment, newPost, revisedPost, signatureOf } from '../../../../projections/definitions/post-document.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import { derivedId } from '../../../commands/ids.ts';
import type { Comment, Post } from '../../../core/contracts/community.ts';
import { normalizeTag } from '../../../core/contracts/hashtags.ts';
import { post } from '../../../core/domain/post/decider.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import { registerForms } from '../../plugins/forms.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import { resolveMentions } from '../../requests/mentions.ts';
import { pageOf, type Slice } from '../../requests/pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { likeResponse } from '../../responses/like-response.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeCommand, executeRemoval, executeWithAuthor, readFrom } from '../../writing/execute-command.ts';
import { assertNotHidden, hiddenPostOf, storedPost, withOwnLikes } from './hidden-posts.ts';
import * as operations from './operations.ts';
import { bodyOf } from './post-body.ts';
import { wholePost } from './stored-post.ts';

export interface CommunityDeps {
  readonly commands: CommandHandler;
  readonly posts: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly pictures: FormPictures;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

export async function communityRoutes(app: Routes, deps: CommunityDeps): Promise<void> {
  const { commands, posts, recipes, pictures, authors, authentication } = deps;
  const writes = { commands, model: posts, authors };
  const required = authentication.required('Please log in to take part in the community');
  const optional = { onRequest: authentication.optional };

  const models = { posts, recipes };
  /** Of comments by their keys. */
  const likesComments = (uid: string) => (keys: readonly string[]) =>
    Promise.all(keys.map(async (key) => (await posts.scores(postsModel.likesOfComment(key), [uid]))[0] !== undefined));
  const likes = async (uid: string, postId: string): Promise<boolean> => {
    const [score] = await posts.scores(postsModel.likesOf(postId), [uid]);
    return score !== undefined;
  };

  app.get('/community', { schema: operations.readFeed, ...optional }, async (request, reply) => {
    const { cursor, limit = 10, tag, author } = request.query;
    if (tag !== undefined && author !== undefined) throw operations.oneFilter();
    const reader = request.user?.uid;
    const position = await readFrom(request, reply, posts);
    if (send304IfUnchanged(request, reply, `${position}:${reader ?? 'visitor'}`)) return reply;
    const likedByReader =
      reader === undefined ? undefined : (ids: readonly string[]) => Promise.all(ids.map((id) => likes(reader, id)));
    const slice: Slice = { index: feedIndex(tag, author), collection: postsModel.posts, cursor, limit, likedByReader };
    return sendJson(reply, await pageOf(posts, slice));
  });

  app.get('/community/:postId', { schema: operations.readPost, ...optional }, async (request, reply) => {
    const { postId } = request.params;
    await readFrom(request, reply, posts);
    const ids = [postId, postsModel.contentOf(postId)];
    const visible = await posts.getMany(postsModel.posts, ids);
    const [document, content] = visible[0] ? visible : await hiddenPostOf(posts, request.user?.uid, ids);
    if (!document) throw notFound('postId');
    const { user } = request;
    if (!user) return sendJson(reply, content ? JSON.stringify(wholePost(document, content)) : document.json);
    const shown = wholePost(document, content);
    const [likedByMe, comments] = await Promise.all([
      likes(user.uid, postId),
      withOwnLikes(postId, shown.comments, likesComments(user.uid)),
    ]);
    return sendJson(reply, JSON.stringify({ ...shown, comments, likedByMe } satisfies Post));
  });

  app.get('/community/:postId/comments', { schema: operations.readComments, ...optional }, async (request, reply) => {
    const { postId } = request.params;
    const { cursor, limit = 20 } = request.query;
    await readFrom(request, reply, posts);
    if (!(await posts.get(postsModel.posts, postId))) throw notFound('postId');
    const likedByReader = request.user ? likesComments(request.user.uid) : undefined;
    const slice = {
      index: postsModel.commentsOf(postId),
      collection: postsModel.comments,
      cursor,
      limit,
      likedByReader,
    };
    return sendJson(reply, await pageOf(posts, slice));
  });

  await app.register(async (forms: Routes) => {
    registerForms(forms);
    forms.post('/community', { schema: operations.publishPost, onRequest: required }, async (request, reply) => {
      const { uid: authorId } = userOf(request);
      const body = await bodyOf(request.body, { request, pictures });
      const { title } = request.body;
      const mentions = await resolveMentions(models, body.content, { chosen: request.body.mentions });
      const { answer, author } = await executeWithAuthor(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: ({ commandId }) => ({
            id: request.body.id ?? derivedId(commandId, 'post'),
            command: { type: 'PublishPost' as const, title, body, mentions },
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
    const stored = () => storedPost(posts, authorId, postId);
    const current = await stored();
    const body = await bodyOf(request.body, { request, pictures, currentImageUrl: current?.imageUrl });
    const { title } = request.body;
    const known = { chosen: request.body.mentions, recorded: current?.mentions };
    const mentions = await resolveMentions(models, body.content, known);
    const { answer, author } = await executeWithAuthor(
      { request, reply, ...writes },
      {
        aggregate: post,
        prepare: () => ({
          id: postId,
          command: { type: 'RevisePost' as const, actor: authorId, title, body, mentions },
        }),
        present: ({ state }) => {
          if (state.status !== 'published') throw new Error('A post that is not published was revised');
          const { title, body, mentions, publishedAt: createdAt } = state;
          return { written: { title, body, mentions }, createdAt };
        },
      },
    );
    const { written, createdAt } = answer;
    // The read model may not include the change yet, so only likes and comments come from it.
    const shown = (await stored()) ?? newPost(postId, written, signatureOf(authorId, author, createdAt));
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
          prepare: async () => {
            await assertNotHidden(posts, request.params.postId);
            return { id: request.params.postId, command };
          },
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
      const { id, text, replyTo } = request.body;
      await assertNotHidden(posts, request.params.postId, replyTo);
      const [photos, mentions] = await Promise.all([
        pictures.allUploaded(request.body.photos),
        resolveMentions(models, text, { chosen: request.body.mentions }),
      ]);
      const { answer, author } = await executeWithAuthor(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: ({ commandId }) => ({
            id: request.params.postId,
            command: {
              type: 'AddComment' as const,
              commentId: id ?? derivedId(commandId, 'comment'),
              text,
              photos,
              replyTo,
              mentions,
            },
          }),
          present: ({ events: [event] }) => {
            if (event?.type !== 'CommentAdded') throw new Error('Commenting recorded no comment');
            return { added: event.data, createdAt: event.meta.at };
          },
        },
      );
      const comment = newComment(answer.added, signatureOf(authorId, author, answer.createdAt));
      return reply.code(201).send({ ...comment, likedByMe: false } satisfies Comment);
    },
  );

  app.post(
    '/community/:postId/comments/:commentId/like',
    { schema: operations.likeComment, onRequest: required, preValidation: allowOmittedBody },
    (request, reply) => {
      const { uid: actor } = userOf(request);
      const { postId, commentId } = request.params;
      const command = { type: 'LikeComment', actor, commentId, liked: request.body.liked } as const;
      return executeCommand(
        { request, reply, ...writes },
        {
          aggregate: post,
          prepare: async () => {
            await assertNotHidden(posts, postId, commentId);
            return { id: postId, command };
          },
          present: ({ state }) => {
            const likes = state.status === 'published' ? state.commentLikes.get(commentId) : undefined;
            return likeResponse(likes ?? new Set(), actor);
          },
        },
      );
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

function feedIndex(tag: string | undefined, author: string | undefined): string {
  if (tag !== undefined) return postsModel.taggedWith(normalizeTag(tag));
  return author === undefined ? postsModel.feed : postsModel.writtenBy(author);
}
