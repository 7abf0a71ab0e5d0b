/**
 * A client that reads once and applies the messages of later batches has the same state as a new read. Covers the
 * runner's folds, the messages and the browser's cache together.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { groceryListsModel, groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { idOf, type Projected, type ProjectedEvent } from '../../projections/definitions/projection.ts';
import { recipesModel, recipesProjection } from '../../projections/definitions/recipes.ts';
import { postsModel } from '../../projections/definitions/stored-posts.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { FeedPost } from '../../server/core/contracts/community.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';
import type { PostEvent } from '../../server/core/domain/post/events.ts';
import { community, listRoom, type Room, userRoom } from '../../server/live/rooms.ts';
import type { CachedPost } from '../../web/features/community/fold-post.ts';
import { applyChange, type PostChange } from '../../web/features/community/post-changes.ts';
import { foldList } from '../../web/features/grocery-list/fold-list.ts';
import { foldCard } from '../../web/features/recipes/fold-card.ts';
import { addUnseen, allOf, mapDocuments, type Pages, showUnseen } from '../../web/lib/sync/pages.ts';
import { type MadeChange, unconfirmedChanges } from '../../web/lib/sync/versioned.ts';
import { eventsOf, type GivenEvent, listId } from '../support/applied-batches.ts';
import { feedOf, folded, postsIn } from '../support/cached-feed.ts';
import { feedHistory } from '../support/feed-histories.ts';
import { listHistory } from '../support/list-histories.ts';
import { cuts, foldKinds, inBatches, type Moment, momentsOf } from '../support/live-messages.ts';
import { recipeHistory } from '../support/recipe-histories.ts';
import { Spread } from '../support/spread.ts';

const reader = 'mia';
const rooms: readonly Room[] = [community, userRoom(reader), listRoom(listId)];
const receives = (room: Room) => rooms.includes(room);
const batchesOf = (history: fc.Arbitrary<GivenEvent[]>) =>
  fc.tuple(history, cuts).map(([given, sizes]) => inBatches(eventsOf(1, given), sizes));

const anyOf = <State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue): Moment<State> =>
  gen(fc.constantFrom<Moment<State>[]>, ...moments);

/**
 * A moment to read at, and all messages: those about single documents shuffled, and some of them repeated. Publications
 * come first and names last, in their order: a connection does not reorder messages.
 */
function shuffledMessages<State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue) {
  const messages = messagesOf(moments);
  const published = messages.filter(({ kind }) => kind.endsWith('.published'));
  const names = messages.filter(({ kind }) => kind === 'person.changed');
  const others = messages.filter((message) => !published.includes(message) && !names.includes(message));
  const shuffled = gen(fc.shuffledSubarray<LiveMessage>, others, { minLength: others.length });
  const repeated = gen(fc.shuffledSubarray<LiveMessage>, others);
  return { ...anyOf(moments, gen), messages: [...published, ...shuffled, ...repeated, ...names] };
}

const messagesOf = (moments: readonly Moment<unknown>[]) => moments.flatMap(({ messages }) => messages);

describe.each(foldKinds)('folded %s', (_, newFold) => {
  /** Sizes of the final state of each history, and of its messages. */
  const seen = { posts: new Spread(), recipes: new Spread(), items: new Spread(), messages: new Spread() };

  afterAll(() => {
    expect(seen.posts.share(1)).toBeGreaterThan(0.75);
    expect(seen.posts.mean).toBeGreaterThan(2);
    expect(seen.recipes.mean).toBeGreaterThan(0.7);
    expect(seen.items.share(1)).toBeGreaterThan(0.45);
    expect(seen.messages.mean).toBeGreaterThan(7);
  });

  describe('the feed', () => {
    const momentsIn = async (batches: Batches) => {
      const moments = await momentsOf(newFold, postsProjection, batches, readFeed, receives);
      seen.posts.add(moments.at(-1)?.state.length ?? 0);
      seen.messages.add(messagesOf(moments).length);
      return moments;
    };

    test("is the same after its posts' messages in any order and with any repetition", async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const { state, messages } = shuffledMessages(moments, gen);
          const newest = moments.at(-1)?.state ?? [];
          expect(postsIn(folded(feedOf(state), messages, newest))).toEqual(newest);
        }),
        { numRuns: 300 },
      );
    });

    test('is the same when it is fetched again while messages arrive', async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const messages = messagesOf(moments);
          const newest = moments.at(-1)?.state ?? [];
          // The response includes everything that was pushed before the request, and maybe more.
          const readAt = gen(fc.nat, moments.length - 1);
          const pushedBefore = gen(fc.nat, messagesOf(moments.slice(0, readAt + 1)).length);
          const pushedMeanwhile = gen(fc.nat, messages.length - pushedBefore);
          const meanwhile = messages.slice(pushedBefore, pushedBefore + pushedMeanwhile);
          const before = folded(feedOf(moments[0]?.state ?? []), messages.slice(0, pushedBefore), newest);
          const now = folded(before, meanwhile, newest);
          const again = folded(feedOf(moments[readAt]?.state ?? [], before, now), meanwhile, newest);
          const after = folded(again, messages.slice(pushedBefore + pushedMeanwhile), newest);
          expect(postsIn(after)).toEqual(newest);
        }),
        { numRuns: 300 },
      );
    });

    test("shows the user's own changes once and immediately, whenever pushes and responses arrive", async () => {
      const comparisons = new Spread();
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const newest = moments.at(-1)?.state ?? [];
          const changes = ownChanges(batches);
          const pending = new Map<string, MadeChange<PostChange>[]>();
          let feed = feedOf(moments[0]?.state ?? []);
          let compared = 0;
          const shown = (post: CachedPost) =>
            unconfirmedChanges(post, pending.get(post.id) ?? []).reduce(applyChange, post);
          for (const moment of moments.slice(1)) {
            for (const { postId, change, revision, at } of changes) {
              if (at !== moment.position) continue;
              const isAnswered = gen(fc.boolean);
              const own = { change, ...(isAnswered && { response: { revision } }) };
              pending.set(postId, [...(pending.get(postId) ?? []), own]);
              const post = allOf(feed).find(({ id }) => id === postId);
              if (!post) continue;
              compared++;
              expect(applyChange(shown(post), change)).toEqual(shown(post));
            }
            feed = folded(feed, moment.messages, newest);
            for (const post of allOf(feed).map(shown)) {
              const ids = post.comments.map(({ id }) => id);
              expect(new Set(ids).size).toBe(ids.length);
              expect(post.commentCount).toBe(ids.length);
            }
          }
          comparisons.add(compared);
          for (const { postId, change, revision } of changes) {
            const own = pending.get(postId) ?? [];
            const answered = own.map((made) => (made.change === change ? { ...made, response: { revision } } : made));
            pending.set(postId, answered);
          }
          expect(postsIn({ ...feed, items: feed.items.map(shown), unseen: feed.unseen.map(shown) })).toEqual(newest);
        }),
        { numRuns: 300 },
      );
      expect(comparisons.mean).toBeGreaterThan(0.7);
    });
  });

  test("the recipes are the same after known recipes' messages in any order and with any repetition", async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(recipeHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, recipesProjection, batches, readCards, receives);
        seen.recipes.add(moments.at(-1)?.state.length ?? 0);
        const { state, messages } = shuffledMessages(moments, gen);
        const list = messages.reduce(withCardMessage, { items: state, unseen: [], nextCursor: null });
        expect(showUnseen(list).items).toEqual(moments.at(-1)?.state);
      }),
    );
  });

  test('a grocery list is the same after messages in any order and repetition, fetched again on a gap', async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(listHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, groceryListsProjection, batches, readList, receives);
        seen.items.add(moments.at(-1)?.state.items.length ?? 0);
        const { state, messages } = shuffledMessages(moments, gen);
        const newest = moments.at(-1)?.state;
        const list = messages.reduce((before, message) => {
          const folded = foldList(before, message);
          return folded === 'gap' ? (newest ?? before) : folded;
        }, state);
        expect(list).toEqual(newest);
      }),
    );
  });
});

type Batches = readonly (readonly ProjectedEvent[])[];

/** The reader's own changes of posts, each with its revision and the position of its batch. */
function ownChanges(batches: Batches) {
  return batches.flatMap((batch) =>
    batch.filter(isOfPost).flatMap((event) => {
      const change = changeOf(event);
      if (event.meta.actor !== reader || !change) return [];
      const at = String(batch.at(-1)?.position);
      return [{ postId: idOf(event), change, revision: String(event.revision), at }];
    }),
  );
}

const isOfPost = (event: ProjectedEvent): event is Projected<PostEvent> => event.stream.startsWith('post-');

function changeOf({ type, data, meta }: Projected<PostEvent>): PostChange | undefined {
  switch (type) {
    case 'PostLiked':
    case 'PostUnliked':
      return { kind: 'like', liked: type === 'PostLiked' };
    case 'CommentLiked':
    case 'CommentUnliked':
      return { kind: 'likeComment', commentId: data.commentId, liked: type === 'CommentLiked' };
    case 'CommentAdded': {
      const { commentId: id, text, replyTo } = data;
      const signature = { authorId: reader, authorName: reader, createdAt: meta.at };
      return {
        kind: 'comment',
        comment: { id, text, ...(replyTo !== undefined && { replyTo }), ...signature, likeCount: 0 },
      };
    }
    case 'CommentDeleted':
      return { kind: 'deleteComment', commentId: data.commentId };
    default:
      return undefined;
  }
}

/** Applies a message as `syncedPages` does. */
function withCardMessage(list: Pages<RecipeCard>, message: LiveMessage): Pages<RecipeCard> {
  const folded = mapDocuments(list, (card) => {
    const after = foldCard(card, message);
    if (after === 'gap') throw new Error('A message without a revision');
    return after === 'gone' ? undefined : after;
  });
  return message.kind === 'recipe.published' ? addUnseen(folded, message.recipe) : folded;
}

/** Parses a stored document, as a browser would. */
function parsed<T>(json: string): T {
  return JSON.parse(json);
}

async function newestFirst<T>(model: ReadModel, index: string, collection: string): Promise<T[]> {
  const entries = await model.range(index, { direction: 'descending', limit: 100 });
  const ids = entries.map(({ member }) => member);
  const documents = await model.getMany(collection, ids);
  return documents.flatMap((document) => (document ? parsed<T>(document.json) : []));
}

async function readFeed(model: ReadModel): Promise<FeedPost[]> {
  const posts = await newestFirst<FeedPost>(model, postsModel.feed, postsModel.posts);
  return Promise.all(
    posts.map(async (post) => {
      const likes = async (index: string) => (await model.scores(index, [reader]))[0] !== undefined;
      const comments = post.comments.map(async (comment) => {
        const index = postsModel.likesOfComment(postsModel.commentKey(post.id, comment.id));
        return { ...comment, likedByMe: await likes(index) };
      });
      return { ...post, comments: await Promise.all(comments), likedByMe: await likes(postsModel.likesOf(post.id)) };
    }),
  );
}

const readCards = (model: ReadModel) => newestFirst<RecipeCard>(model, recipesModel.newest, recipesModel.cards);

async function readList(model: ReadModel): Promise<GroceryList> {
  const document = await model.get(groceryListsModel.lists, listId);
  return document ? parsed<GroceryList>(document.json) : { listId, revision: null, items: [] };
}
