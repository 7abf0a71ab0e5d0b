import { isDeepStrictEqual } from 'node:util';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { postsModel } from '../../projections/definitions/stored-posts.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import { ownedByUser } from '../../server/ownership/ownership.ts';
import { ReferenceFold } from './reference-fold.ts';
import { type Connection, sendRequest } from './writing.ts';

const maxPageSize = 50;

interface Page {
  readonly items: readonly { readonly id: string }[];
  readonly nextCursor: string | null;
}

/** Read models from a replay into a new store, for comparison with a server's responses. */
export class Replay {
  readonly #posts = new ReferenceFold(postsProjection);
  readonly #lists = new ReferenceFold(groceryListsProjection);

  async fold(events: readonly RecordedEvent[]): Promise<void> {
    await this.#posts.fold(events);
    await this.#lists.fold(events);
  }

  /** Differences between the responses and the replay, in the lists of these users and the newest posts. */
  async differences(connection: Connection, users: readonly string[], maxPosts: number): Promise<string[]> {
    const lists = await Promise.all(users.map((user) => this.#listDifferences(connection, user)));
    return [...lists.flat(), ...(await this.#feedDifferences(connection, users[0] ?? '', maxPosts))];
  }

  /** The same for all posts with all their comments. */
  async differencesInAll(connection: Connection, users: readonly string[]): Promise<string[]> {
    const [user = ''] = users;
    const model = this.#posts.model;
    const differences = await this.differences(connection, users, Number.MAX_SAFE_INTEGER);
    for (const { member: postId } of await newest(model, postsModel.feed)) {
      const comments = await readPages(connection, user, `/api/community/${postId}/comments`);
      const replayed = await documentsOf(model, postsModel.commentsOf(postId), postsModel.comments);
      const expected = await Promise.all(
        replayed.map(async (comment) => {
          const likes = postsModel.likesOfComment(postsModel.commentKey(postId, comment.id));
          const [like] = await model.scores(likes, [user]);
          return { ...comment, likedByMe: like !== undefined };
        }),
      );
      if (!isDeepStrictEqual(comments, expected)) differences.push(`The comments of ${postId} differ`);
    }
    return differences;
  }

  async #listDifferences(connection: Connection, user: string): Promise<string[]> {
    const { status, body } = await sendRequest(connection, { method: 'GET', path: `/api/grocery-list/${user}`, user });
    const replayed = await this.#lists.model.get('lists', ownedByUser(user).listId);
    const isSame = status === 200 && isDeepStrictEqual(JSON.parse(body).items, itemsOf(replayed?.json));
    return isSame ? [] : [`The list of ${user} differs: ${body} instead of ${replayed?.json}`];
  }

  async #feedDifferences(connection: Connection, user: string, maxPosts: number): Promise<string[]> {
    const served = await readPages(connection, user, '/api/community', maxPosts);
    const replayed = await documentsOf(this.#posts.model, postsModel.feed, postsModel.posts);
    const shown = replayed.slice(0, maxPosts);
    const likes = await Promise.all(shown.map(({ id }) => this.#posts.model.scores(postsModel.likesOf(id), [user])));
    const expected = shown.map((post, n) => ({ ...post, likedByMe: likes[n]?.[0] !== undefined }));
    if (isDeepStrictEqual(served, expected)) return [];
    const wrong = expected.flatMap((post, n) => (isDeepStrictEqual(served[n], post) ? [] : [post.id]));
    return [`The feed differs: ${served.length} posts instead of ${expected.length}; wrong: ${wrong.join(', ')}`];
  }
}

/** The newest items of a collection, page after page. */
async function readPages(
  connection: Connection,
  user: string,
  path: string,
  maxItems = Number.MAX_SAFE_INTEGER,
): Promise<Page['items']> {
  const items: { readonly id: string }[] = [];
  let cursor = '';
  while (items.length < maxItems) {
    const limit = Math.min(maxPageSize, maxItems - items.length);
    const { status, body } = await sendRequest(connection, {
      method: 'GET',
      path: `${path}?limit=${limit}${cursor}`,
      user,
    });
    if (status !== 200) throw new Error(`${path} returned ${status}: ${body}`);
    const page: Page = JSON.parse(body);
    items.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`;
  }
  return items;
}

const newest = (model: ReadModel, index: string) =>
  model.range(index, { direction: 'descending', limit: Number.MAX_SAFE_INTEGER });

async function documentsOf(model: ReadModel, index: string, collection: string): Promise<{ id: string }[]> {
  const entries = await newest(model, index);
  const documents = await model.getMany(
    collection,
    entries.map(({ member }) => member),
  );
  return documents.map((document) => JSON.parse(String(document?.json)));
}

const itemsOf = (list: string | undefined): unknown => (list === undefined ? [] : JSON.parse(list).items);
