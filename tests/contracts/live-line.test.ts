/**
 * Whoever has read, and takes in what is told of later batches, has what he would read now: the runner's folds, the
 * messages and the browser's cache together.
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
const heard: readonly Room[] = [community, userRoom(reader), listRoom(listId)];
const hears = (room: Room) => heard.includes(room);
const batchesOf = (history: fc.Arbitrary<Happened[]>) =>
  fc.tuple(history, cuts).map(([happened, sizes]) => inBatches(eventsOf(1, happened), sizes));

const anyOf = <State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue): Moment<State> =>
  gen(fc.constantFrom<Moment<State>[]>, ...moments);

/** A moment to read, and all messages in some order, and some of them once more; but what is published is told first. */
function inDisorder<State>(moments: readonly Moment<State>[], gen: fc.GeneratorValue) {
  const told = messagesOf(moments);
  const published = told.filter(({ kind }) => kind.endsWith('.published'));
  const shuffled = gen(fc.shuffledSubarray<LiveMessage>, told, { minLength: told.length });
  const repeated = gen(fc.shuffledSubarray<LiveMessage>, told);
  return { ...anyOf(moments, gen), messages: [...published, ...shuffled, ...repeated] };
}

const messagesOf = (moments: readonly Moment<unknown>[]) => moments.flatMap(({ messages }) => messages);

describe.each(folds)('folded %s', (_, newFold) => {
  /** What was there at the end of each history, and the messages about it. */
  const lived = { posts: new Spread(), recipes: new Spread(), items: new Spread(), messages: new Spread() };

  afterAll(() => {
    expect(lived.posts.share(1)).toBeGreaterThan(0.75);
    expect(lived.posts.mean).toBeGreaterThan(2);
    expect(lived.recipes.mean).toBeGreaterThan(1.5);
    expect(lived.items.share(1)).toBeGreaterThan(0.55);
    expect(lived.messages.mean).toBeGreaterThan(7);
  });

  describe('the feed', () => {
    const momentsIn = async (batches: Batches) => {
      const moments = await momentsOf(newFold, postFeed, batches, readFeed, hears);
      lived.posts.add(moments.at(-1)?.state.length ?? 0);
      lived.messages.add(messagesOf(moments).length);
      return moments;
    };

    test('is the same after messages in any order and with any repetition, once the posts are known', async () => {
      await fc.assert(
        fc.asyncProperty(batchesOf(feedHistory), fc.gen(), async (batches, gen) => {
          const moments = await momentsIn(batches);
          const { state, position, messages } = inDisorder(moments, gen);
          expect(everything(folded(feedOf(state, position), messages))).toEqual(moments.at(-1)?.state);
        }),
        { numRuns: 300 },
      );
    });

    test('is the same when it is read again amid the messages of earlier and later batches', async () => {
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

    test('is the same whenever the answers to own changes come', async () => {
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

  test('the recipes are the same after messages in any order and with any repetition, once they are known', async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(recipeHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, recipeBook, batches, readCards, hears);
        lived.recipes.add(moments.at(-1)?.state.length ?? 0);
        const { state, position, messages } = inDisorder(moments, gen);
        const entries = state.map((item) => freshRecipe(item, position));
        const list = messages.reduce(foldRecipes, readFromTop({ entries, nextCursor: null, position }));
        expect(withWaitingShown(list).shown.map(({ item }) => item)).toEqual(moments.at(-1)?.state);
      }),
    );
  });

  test('a grocery list that is fetched again on a gap is the same after messages in any order, with any repetition', async () => {
    await fc.assert(
      fc.asyncProperty(batchesOf(listHistory), fc.gen(), async (batches, gen) => {
        const moments = await momentsOf(newFold, groceryLists, batches, readList, hears);
        lived.items.add(moments.at(-1)?.state.items.length ?? 0);
        const { state, messages } = inDisorder(moments, gen);
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

/** Posts that a message brought do not say that the reader does not like them. */
const everything = (feed: Feed) =>
  withWaitingShown(feed).shown.map(({ item: { likedByMe = false, ...post } }) => ({ ...post, likedByMe }));

/** Documents are kept as JSON: what a test reads is what a browser would. */
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
