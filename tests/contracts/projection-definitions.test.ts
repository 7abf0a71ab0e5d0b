/**
 * The application's projections have the same output with each kind of fold: in the store's process, remotely in
 * batches, and event by event over plain maps.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { accessesProjection } from '../../projections/definitions/accesses.ts';
import { calendarLinksProjection } from '../../projections/definitions/calendar-links.ts';
import { followingProjection } from '../../projections/definitions/following.ts';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { mealPlansProjection } from '../../projections/definitions/meal-plan.ts';
import { notificationsProjection } from '../../projections/definitions/notifications/notifications.ts';
import { playlistsProjection } from '../../projections/definitions/playlists.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { recipesModel, recipesProjection } from '../../projections/definitions/recipes.ts';
import { staffProjection } from '../../projections/definitions/staff.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModel, ReadModelStore, Write } from '../../projections/read-models/read-model-store.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { versionOf } from '../../server/core/domain/event-versions.ts';
import type { RecipeText } from '../../server/core/domain/recipe/events.ts';
import type { EventLog, JsonObject } from '../../server/core/event-log.ts';
import { arbitraryEvent } from '../support/arbitrary-events.ts';
import { contentsOf } from '../support/contents-of.ts';
import { FaultyReadModels } from '../support/faulty-read-models.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { referenceFold } from '../support/reference-fold.ts';
import { countRevisions } from '../support/revisions.ts';
import { snapshotOf } from '../support/snapshot-of.ts';
import { Spread } from '../support/spread.ts';

/** A store that records the name of every document and index written to it. */
function recordingStore(): { store: ReadModelStore; touched: Map<string, Set<string>> } {
  const touched = new Map<string, Set<string>>();
  const record = (write: Write) => {
    const [group, name] =
      'collection' in write ? [`documents ${write.collection}`, write.id] : ['indexes', write.index];
    touched.set(group, (touched.get(group) ?? new Set()).add(name));
  };
  const store = new FaultyReadModels(new MemoryReadModels(), (writes) => {
    writes.forEach(record);
    return 'made';
  });
  return { store, touched };
}

async function contents(model: ReadModel, touched: Map<string, Set<string>>) {
  const found: [string, unknown][] = [];
  for (const [group, names] of touched) {
    for (const name of names) {
      if (group === 'indexes') found.push([name, await model.range(name, { direction: 'ascending', limit: 1_000 })]);
      else {
        const stored = await model.get(group.slice('documents '.length), name);
        found.push([`${group}/${name}`, stored && `${stored.position} ${stored.json}`]);
      }
    }
  }
  return Object.fromEntries(found);
}

test.each([
  ['posts', postsProjection],
  ['calendar links', calendarLinksProjection],
  ['grocery lists', groceryListsProjection],
  ['meal plans', mealPlansProjection],
  ['playlists', playlistsProjection],
  ['profiles', profilesProjection],
  ['recipes', recipesProjection],
  ['following', followingProjection],
  ['staff', staffProjection],
  ['accesses', accessesProjection],
  ['notifications', notificationsProjection],
])(
  '%s are the same folded locally, from a snapshot, remotely and event by event',
  async (_, definition: Projection) => {
    const appended = new Spread();
    const folded = new Spread();
    await fc.assert(
      fc.asyncProperty(
        fc.array(arbitraryEvent, { minLength: 20, maxLength: 110, size: 'max' }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat({ max: 120 }),
        async (history, batchSize, eventsOfSnapshot) => {
          const log = new MemoryEventLog({ batchSize });
          const partialLog = new MemoryEventLog({ batchSize });
          const events: ProjectedEvent[] = [];
          const revisionIn = countRevisions();
          for (const { stream, type, data, actor: by } of history) {
            const json: JsonObject = { ...data };
            const schema = type in definition.events ? versionOf(definition.events, type) : 1;
            const position = log.append(stream, type, json, by, schema);
            if (position <= eventsOfSnapshot * 10) partialLog.append(stream, type, json, by, schema);
            const revision = revisionIn(stream);
            if (!(type in definition.events)) continue;
            const at = new Date(1_767_225_600_000 + Number(position)).toISOString();
            events.push({ type, stream, revision, position, data: json, meta: { actor: by, at, schema } });
          }
          appended.add(history.length);
          folded.add(events.length);
          const local = new MemoryReadModels();
          const { store: remote, touched } = recordingStore();
          const fold = async (from: Pick<EventLog, 'subscribe' | 'head'>, store: ReadModelStore) => {
            const logger = new QuietLogger();
            const projections = startProjections({ log: from, store, definitions: [definition], logger });
            expect(await projections.waitUntilCaughtUp(2_000), projections.status()[0]?.lastError?.message).toBe(true);
            await projections.stop();
          };
          await fold(log, local);
          await fold(log, remote);
          const before = new MemoryReadModels();
          await fold(partialLog, before);
          const after = new MemoryReadModels();
          after.open(definition).restore(await snapshotOf(before.open(definition)));
          await fold(log, after);
          expect(contentsOf(after.open(definition))).toEqual(contentsOf(local.open(definition)));
          const reference = await referenceFold(definition, events);
          const expected = await contents(reference, touched);
          expect(await contents(remote.open(definition), touched)).toEqual(expected);
          expect(await contents(local.open(definition), touched)).toEqual(expected);
        },
      ),
      { numRuns: 30 },
    );
    expect(appended.mean).toBeGreaterThan(20);
    // Profiles have the fewest event types.
    expect(folded.share(1)).toBeGreaterThan(0.2);
  },
);

test.each([1, 3, 50])('a deleted post leaves nothing, folded in batches of %d', async (batchSize) => {
  const log = new MemoryEventLog({ batchSize });
  const append = (actor: string, type: string, data: JsonObject = {}) => log.append('post-1', type, data, actor);
  const names = ['ann', 'bo', 'cy'];
  for (const uid of names) log.append(`profile-${uid}`, 'ProfileCreated', { username: uid, avatar: null }, uid);
  append('ann', 'PostPublished', { title: 'Soup', body: { type: 'text', content: 'Stir.' } });
  for (const uid of names) append(uid, 'PostLiked');
  append('ann', 'PostUnliked');
  for (let n = 0; n < 40; n++) append(n % 2 === 0 ? 'ann' : 'bo', 'CommentAdded', { commentId: `c${n}`, text: 'Mm' });
  // The only comment of this user, after more comments than a deletion loads.
  append('cy', 'CommentAdded', { commentId: 'theirs', text: 'No' });
  append('cy', 'CommentDeleted', { commentId: 'theirs' });
  append('bo', 'CommentDeleted', { commentId: 'c39' });
  append('ann', 'PostDeleted');

  const local = new MemoryReadModels();
  const { store: remote, touched } = recordingStore();
  for (const store of [remote, local]) {
    const projections = startProjections({ log, store, definitions: [postsProjection], logger: new QuietLogger() });
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    await projections.stop();
    const left = Object.entries(await contents(store.open(postsProjection), touched)).filter(([name, content]) =>
      Array.isArray(content) ? content.length > 0 : content !== undefined && !name.startsWith('documents people/'),
    );
    expect(left).toEqual([]);
  }
});

test.each([1, 50])("a recipe shows its author's current name or its credit, in batches of %d", async (batchSize) => {
  const log = new MemoryEventLog({ batchSize });
  const text: RecipeText = {
    title: 'Soup',
    author: null,
    media: { type: 'youtube', youtubeId: 'LWuuCndtJr0', picture: { from: 'art', name: 'ramen' } },
    description: 'Hot',
    cookingTime: 30,
    servings: null,
    cuisine: 'French',
    difficulty: 'Easy',
    ingredients: [{ name: 'Leeks', amount: '1/2', unit: 'kg' }],
    instructions: ['Stir.'],
  };
  log.append('profile-ann', 'ProfileCreated', { username: 'Ann', avatar: null }, 'ann');
  log.append('recipe-own', 'RecipePublished', { ...text }, 'ann');
  log.append('recipe-credited', 'RecipePublished', { ...text, author: 'A channel' }, 'ann');
  log.append('recipe-revised', 'RecipePublished', { ...text, author: 'A channel' }, 'ann');
  log.append('recipe-gone', 'RecipePublished', { ...text }, 'ann');
  log.append('profile-ann', 'ProfileRevised', { username: 'Anna', avatar: null }, 'ann');
  log.append('recipe-revised', 'RecipeRevised', { ...text, title: 'Broth' }, 'ann');
  log.append('recipe-gone', 'RecipeWithdrawn', {}, 'ann');

  const store = new MemoryReadModels();
  const projections = startProjections({ log, store, definitions: [recipesProjection], logger: new QuietLogger() });
  expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
  await projections.stop();
  const model = store.open(recipesProjection);
  const newest = await model.range(recipesModel.newest, { direction: 'descending', limit: 10 });
  expect(newest.map(({ member }) => member)).toEqual(['revised', 'credited', 'own']);
  const card = async (id: string) => JSON.parse(String((await model.get(recipesModel.cards, id))?.json));
  const recipe = async (id: string) => JSON.parse(String((await model.get(recipesModel.recipes, id))?.json));
  expect(await card('revised')).toMatchObject({ title: 'Broth', author: 'Anna', credited: false, revision: '1' });
  expect(await card('credited')).toMatchObject({ title: 'Soup', author: 'A channel', credited: true });
  expect(await recipe('own')).toMatchObject({
    revision: '0',
    author: 'Anna',
    authorId: 'ann',
    type: 'youtube',
    youtubeUrl: 'https://www.youtube-nocookie.com/embed/LWuuCndtJr0',
    imageUrl: expect.stringMatching(/^\/assets\/dishes\/ramen-1440\./),
    pictures: [{ width: 480 }, { width: 960 }],
    wholePictures: [{ width: 750 }, { width: 1110 }, { width: 1440 }],
    cookingTime: 30,
    ingredients: text.ingredients,
  });
  expect(await recipe('own')).not.toHaveProperty('servings');
  for (const field of ['ingredients', 'wholePictures']) expect(await card('own')).not.toHaveProperty(field);
});

test.each([1, 3, 50])(
  'deleted playlists and withdrawn recipes leave nothing, folded in batches of %d',
  async (batchSize) => {
    const log = new MemoryEventLog({ batchSize });
    const append = (stream: string, actor: string, type: string, data: JsonObject = {}) =>
      log.append(stream, type, data, actor);
    const media = { type: 'image', picture: null };
    for (const id of ['1', '2'])
      append(`recipe-${id}`, 'ann', 'RecipePublished', { title: 'Soup', cuisine: '', media });
    const created = { name: 'Soups', description: '', isPrivate: false, recipeIds: ['1', '2'] };
    for (const id of ['1', '2']) {
      append(`playlist-${id}`, 'ann', 'PlaylistCreated', created);
      for (const uid of ['ann', 'bo', 'cy']) append(`playlist-${id}`, uid, 'PlaylistLiked');
    }
    append('playlist-1', 'bo', 'PlaylistUnliked');
    append('recipe-1', 'ann', 'RecipeWithdrawn');
    append('playlist-1', 'ann', 'PlaylistRevised', { name: 'Soups', description: '', isPrivate: true });
    append('playlist-1', 'ann', 'PlaylistDeleted');
    append('playlist-2', 'ann', 'RecipeRemovedFromPlaylist', { recipeId: '2' });
    append('playlist-2', 'ann', 'PlaylistDeleted');
    append('recipe-2', 'ann', 'RecipeWithdrawn');

    const { store, touched } = recordingStore();
    const projections = startProjections({ log, store, definitions: [playlistsProjection], logger: new QuietLogger() });
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    await projections.stop();
    const left = Object.entries(await contents(store.open(playlistsProjection), touched)).filter(([, content]) =>
      Array.isArray(content) ? content.length > 0 : content !== undefined,
    );
    expect(left).toEqual([]);
  },
);
