import type { FastifyReply, FastifyRequest } from 'fastify';
import { type FollowingDocument, followingModel } from '../../../../projections/definitions/following.ts';
import { people, type Person as StoredPerson } from '../../../../projections/definitions/people.ts';
import { postsModel } from '../../../../projections/definitions/stored-posts.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { CommandHandler } from '../../../commands/handle-command.ts';
import type { FollowForm, Following } from '../../../core/contracts/following.ts';
import { followingLimits } from '../../../core/contracts/limits.ts';
import type { People, Person } from '../../../core/contracts/people.ts';
import { following as aggregate } from '../../../core/domain/following/decider.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { mergedPageOf } from '../../requests/merged-pages.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { send304IfUnchanged, sendJson } from '../../responses/sending.ts';
import type { Authors } from '../../writing/authors.ts';
import { executeWithAuthor, readDocument, readFrom } from '../../writing/execute-command.ts';
import { hasPublished } from '../people/has-published.ts';
import * as operations from './operations.ts';
import { recentAuthors } from './suggested-people.ts';

export interface FollowingDeps {
  readonly commands: CommandHandler;
  readonly following: ReadModelReader;
  readonly posts: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly authors: Authors;
  readonly authentication: Authentication;
}

/** Of a user who has never followed a person. */
const nobody = { revision: null, uids: [] };

export function followingRoutes(app: Routes, deps: FollowingDeps): void {
  const { commands, following, posts, recipes, authors, authentication } = deps;
  const onRequest = authentication.required('Please log in to follow people');

  async function readFollowed(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<FollowingDocument | typeof nobody> {
    const place = { collection: followingModel.following, id: userOf(request).uid };
    const document = await readDocument(request, reply, following, place);
    return document ? JSON.parse(document.json) : nobody;
  }

  /** As others see them. The name is missing only for a person whose profile the read model does not have yet. */
  async function peopleOf(uids: readonly string[]): Promise<Person[]> {
    const documents = await posts.getMany(people, uids);
    return uids.flatMap((uid, at) => {
      const json = documents[at]?.json;
      if (json === undefined) return [];
      const { name, avatar }: StoredPerson = JSON.parse(json);
      return { uid, name, avatar };
    });
  }

  app.get('/following', { schema: operations.readFollowing, onRequest }, async (request, reply) => {
    // The revision is read first: a change that is recorded meanwhile is fetched again.
    const { revision, uids } = await readFollowed(request, reply);
    return { revision, items: await peopleOf(uids) } satisfies Following;
  });

  app.get('/following/posts', { schema: operations.readFollowedPosts, onRequest }, async (request, reply) => {
    const { cursor, limit = 10 } = request.query;
    const { uid } = userOf(request);
    const { revision, uids } = await readFollowed(request, reply);
    const position = await readFrom(request, reply, posts);
    if (send304IfUnchanged(request, reply, `${position}:${revision}:${uid}`)) return reply;
    const likedByReader = (ids: readonly string[]) =>
      Promise.all(ids.map(async (id) => (await posts.scores(postsModel.likesOf(id), [uid]))[0] !== undefined));
    const slice = { collection: postsModel.posts, cursor, limit, likedByReader };
    return sendJson(reply, await mergedPageOf(posts, uids.map(postsModel.writtenBy), slice));
  });

  app.get('/following/suggestions', { schema: operations.suggestPeople, onRequest }, async (request, reply) => {
    const { uids } = await readFollowed(request, reply);
    await Promise.all([readFrom(request, reply, posts), readFrom(request, reply, recipes)]);
    const known = new Set([userOf(request).uid, ...uids]);
    const suggested = [...(await recentAuthors(posts, recipes))].filter((uid) => !known.has(uid));
    return { items: await peopleOf(suggested.slice(0, followingLimits.suggested)) } satisfies People;
  });

  app.post('/people/:uid/follow', { schema: operations.followPerson, onRequest }, async (request, reply) => {
    const { uid } = request.params;
    const { uid: actor } = userOf(request);
    const [person, isAuthor] = await Promise.all([
      posts.get(people, uid),
      request.body.following && hasPublished(posts, recipes, uid),
    ]);
    if (!person) throw notFound('uid');
    // Gives the follower a profile, if they have none: those who are followed may be shown their name.
    const { answer } = await executeWithAuthor(
      { request, reply, commands, authors, model: following },
      {
        aggregate,
        prepare: () => ({
          id: actor,
          command: request.body.following
            ? { type: 'Follow' as const, actor, uid, hasPublished: isAuthor }
            : { type: 'Unfollow' as const, uid },
        }),
        present: ({ state }): FollowForm => ({ following: state.uids.has(uid) }),
      },
    );
    return answer;
  });
}
