import {
  type FollowCounts,
  type FollowingDocument,
  followingModel,
  noFollowers,
} from '../../../../projections/definitions/following.ts';
import { people, type Person as StoredPerson } from '../../../../projections/definitions/people.ts';
import { maxBeginning, type WriterDocument, writersModel } from '../../../../projections/definitions/writers.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { communityLimits } from '../../../core/contracts/limits.ts';
import type { People, Person, PersonProfile } from '../../../core/contracts/people.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { readFrom } from '../../writing/execute-command.ts';
import { hasPublished } from './has-published.ts';
import * as operations from './operations.ts';

export interface PeopleDeps {
  readonly posts: ReadModelReader;
  readonly recipes: ReadModelReader;
  readonly following: ReadModelReader;
  readonly authentication: Authentication;
}

/** How many are read to find those whose name has the rest of a long beginning. */
const maxCompared = 100;

/** The newest of those in an index. */
async function writersIn(model: ReadModelReader, index: string, limit: number): Promise<WriterDocument[]> {
  const entries = await model.range(index, { limit, direction: 'descending' });
  const documents = await model.getMany(
    writersModel.writers,
    entries.map(({ member }) => member),
  );
  return documents.flatMap((document): WriterDocument[] => (document ? [JSON.parse(document.json)] : []));
}

export function peopleRoutes(app: Routes, { posts, recipes, following, authentication }: PeopleDeps): void {
  const onRequest = authentication.required('Please log in to find people');

  const follows = async (follower: string, uid: string): Promise<boolean> => {
    const document = await following.get(followingModel.following, follower);
    if (!document) return false;
    const { uids }: FollowingDocument = JSON.parse(document.json);
    return uids.includes(uid);
  };

  app.get('/people', { schema: operations.findPeople, onRequest }, async (request, reply) => {
    await Promise.all([posts, recipes].map((model) => readFrom(request, reply, model)));
    const beginning = (request.query.q ?? '').trim().toLowerCase();
    if (beginning === '') return { items: [] } satisfies People;
    const isLong = beginning.length > maxBeginning;
    const index = writersModel.beginning(beginning.slice(0, maxBeginning));
    const limit = isLong ? maxCompared : communityLimits.suggestedPeople;
    const found = await Promise.all([posts, recipes].map((model) => writersIn(model, index, limit)));
    const byUid = new Map(found.flat().map((writer) => [writer.uid, writer]));
    const items = [...byUid.values()]
      .filter(({ name }) => !isLong || name.toLowerCase().includes(beginning))
      .sort((one, other) => other.since - one.since)
      .map(({ uid, name, avatar }): Person => ({ uid, name, avatar }));
    return { items: items.slice(0, communityLimits.suggestedPeople) } satisfies People;
  });

  app.get(
    '/people/:uid',
    { schema: operations.readPerson, onRequest: authentication.optional },
    async (request, reply) => {
      const { uid } = request.params;
      const models = [posts, recipes, following];
      await Promise.all(models.map((model) => readFrom(request, reply, model)));
      const reader = request.user?.uid;
      const [document, counts, isAuthor, followedByMe] = await Promise.all([
        posts.get(people, uid),
        following.get(followingModel.counts, uid),
        hasPublished(posts, recipes, uid),
        reader === undefined ? undefined : follows(reader, uid),
      ]);
      if (!document) throw notFound('uid');
      const { name, avatar }: StoredPerson = JSON.parse(document.json);
      const counted: FollowCounts = counts ? JSON.parse(counts.json) : noFollowers;
      return {
        uid,
        name,
        avatar,
        ...counted,
        hasPublished: isAuthor,
        ...(followedByMe !== undefined && { followedByMe }),
      } satisfies PersonProfile;
    },
  );
}
