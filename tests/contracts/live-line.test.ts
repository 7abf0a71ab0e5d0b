/**
 * A client that reads once and applies the messages of later batches has the same state as a new read. Covers the runner's
 * folds, the messages and the browser's cache together.
 */
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { groceryLists, groceryListsModel } from '../../projections/definitions/grocery-list.ts';
import { postFeed, postsModel } from '../../projections/definitions/posts.ts';
import type { ProjectedEvent } from '../../projections/definitions/projection.ts';
import { recipeBook, recipesModel } from '../../projections/definitions/recipes.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import type { FeedPost } from '../../server/core/contracts/community.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../server/core/contracts/recipes.ts';
import { community, listRoom, type Room, userRoom } from '../../server/live/rooms.ts';
import type { Feed } from '../../web/features/community/feed-cache.ts';
import { foldList } from '../../web/features/grocery-list/fold-list.ts';
import { foldRecipes, freshRecipe, readFromTop } from '../../web/features/recipes/recipe-cache.ts';
import { withWaitingShown } from '../../web/lib/live-list.ts';
import { eventsOf, type Happened, listId } from '../support/applied-batches.ts';
import { feedOf, folded } from '../support/cached-feed.ts';
import { feedHistory } from '../support/feed-histories.ts';
import { listHistory } from '../support/list-histories.ts';
import { cuts, folds, inBatches, type Moment, momentsOf } from '../support/live-line.ts';
import { answersTo } from '../support/own-answers.ts';
import { recipeHistory } from '../support/recipe-histories.ts';
import { Spread } from '../support/spread.ts';

const reader = 'mia';
const rooms: readonly Room[] = [community, userRoom(reader), listRoom(listId)];
const receives = (room: Room) => rooms.includes(room);
const batchesOf = (history: fc.Arbitrary<Happened[]>) =>
  fc.tuple(history, cuts).map(([happened, sizes]) => inBatches(eventsOf(1, happened), sizes));

const anyOf = <State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue): Moment<State> =>
  gen(fc.constantFrom<Moment<State>[]>, ...moments);

/** A moment to read at, and all messages shuffled and some repeated, but publications first. */
function shuffledMessages<State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue) {
  const messages = messagesOf(moments);
  const published = messages.filter(({ kind }) => kind.endsWith('.published'));
  const shuffled = gen(fc.shuffledSubarray<LiveMessage>, messages, { minLength: messages.length });
  const repeated = gen(fc.shuffledSubarray<LiveMessage>, messages);
  return { ...anyOf(moments, gen), messages: [...published, ...shuffled, ...repeated] };
}

const messagesOf = (moments: readonly Moment<unknown>[]) => moments.flatMap(({ messages }) => messages);

describe.each(folds)('folded %s', (_, newFold) => {
  /** Sizes of the final state of each history, and of its messages. */
  const seen = { posts: new Spread(), recipes: new Spread(), items: new Spread(), messages: new Spread() };

  afterAll(() => {
    expect(seen.posts.share(1)).toBeGreaterThan(0.75);
    expect(seen.posts.mean).toBeGreaterThan(2);
    expect(seen.recipes.mean).toBeGreaterThan(1.5);
    expect(seen.items.share(1)).toBeGreaterThan(0.55);
    expect(seen.messages.mean).toBeGreaterThan(7);
  });

  describe('the feed', () => {
    const momentsIn = async (batches: Batches) => {
      const moments = await momentsOf(newFold, postFeed, batches, readFeed, receives);
      seen.posts.add(moments.at(-1)?.state.length ?? 0);
      seen.messages.add(messagesOf(moments).length);
      return moments;
    };

    test("is the same after known posts' messages in any order and with any repetition", async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const { state, position, messages } = shuffledMessages(moments, gen);
          expect(everything(folded(feedOf(state, position), messages))).toEqual(moments.at(-1)?.state);
        }),
        { numRuns: 300 },
      );
    });

    test('is the same when it is read again between messages', async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const messages = messagesOf(moments);
          const [first, again] = [anyOf(moments, gen), anyOf(moments, gen)];
          const answerAfter = gen(fc.nat, messages.length);
          const before = folded(feedOf(first.state, first.position), messages.slice(0, answerAfter));
          const after = folded(feedOf(again.state, again.position, before), messages.slice(answerAfter));
          expect(everything(after)).toEqual(moments.at(-1)?.state);
        }),
        { numRuns: 300 },
      );
    });

    test("is the same whenever the responses to the client's own changes arrive", async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const { state, position } = anyOf(moments, gen);
          const steps = messagesOf(moments).map((message) => (feed: Feed) => folded(feed, [message]));
          let from = 0;
          for (const answer of answersTo(reader, batches, (most) => gen(fc.nat, most))) {
            from += gen(fc.nat, steps.length - from);
            steps.splice(from++, 0, answer);
          }
          const feed = steps.reduce((before, step) => step(before), feedOf(state, position));
          expect(everything(feed)).toEqual(moments.at(-1)?.state);
        }),
        { numRuns: 300 },
      );
    });
  });

  test("the recipes are the same after known recipes' messages in any order and with any repetition", async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(recipeHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, recipeBook, batches, readCards, receives);
        seen.recipes.add(moments.at(-1)?.state.length ?? 0);
        const { state, position, messages } = shuffledMessages(moments, gen);
        const entries = state.map((item) => freshRecipe(item, position));
        const list = messages.reduce(foldRecipes, readFromTop({ entries, nextCursor: null, position }));
        expect(withWaitingShown(list).shown.map(({ item }) => item)).toEqual(moments.at(-1)?.state);
      }),
    );
  });

  test('a grocery list that is fetched again on a gap is the same after messages in any order, with any repetition', async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(listHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, groceryLists, batches, readList, receives);
        seen.items.add(moments.at(-1)?.state.items.length ?? 0);
        const { state, messages } = shuffledMessages(moments, gen);
        const newest = moments.at(-1)?.state;
        const list = messages.reduce((before, message) => {
          const folded = foldList(before, message);
          return folded === 'gap' && newest ? newest : folded === 'gap' ? before : folded;
        }, state);
        expect(list).toEqual(newest);
      }),
    );
  });
});

type Batches = readonly (readonly ProjectedEvent[])[];

/** Posts from messages lack `likedByMe` when it is false. */
const everything = (feed: Feed) =>
  withWaitingShown(feed).shown.map(({ item: { likedByMe = false, ...post } }) => ({ ...post, likedByMe }));

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
      const [likedAt] = await model.scores(postsModel.likesOf(post.id), [reader]);
      return { ...post, likedByMe: likedAt !== undefined };
    }),
  );
}

const readCards = (model: ReadModel) => newestFirst<RecipeCard>(model, recipesModel.newest, recipesModel.cards);

async function readList(model: ReadModel): Promise<GroceryList> {
  const document = await model.get(groceryListsModel.lists, listId);
  return document ? parsed<GroceryList>(document.json) : { listId, revision: null, items: [] };
}
