/** Verification of read models in both stores: nothing missed, and no false alarm under writes. */
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { groceryListsProjection } from '../../projections/definitions/grocery-list.ts';
import { postsProjection } from '../../projections/definitions/posts.ts';
import { profilesProjection } from '../../projections/definitions/profiles.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { maxSmallIndex } from '../../projections/read-models/contents.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import { type ReadModel, type ReadModelStore, versionedName } from '../../projections/read-models/read-model-store.ts';
import { openRedisReadModels } from '../../projections/read-models/redis/redis-read-models.ts';
import { parseRedisUrl } from '../../projections/read-models/redis/redis-url.ts';
import { startProjections } from '../../projections/runner/start-projections.ts';
import { ReadModelWentBack } from '../../projections/verify/compare-models.ts';
import type { Difference } from '../../projections/verify/difference.ts';
import { type Verified, type VerifiedModel, verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { LogBehindCheckpoint } from '../../server/core/event-log.ts';
import { sampleHistory } from '../bench/replay/sample-history.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { choosePlant, placesOf } from '../support/plants.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { randomNumbers } from '../support/random-numbers.ts';
import { startRedis } from '../support/redis-server.ts';
import { describeWith } from '../support/requirements.ts';

const definitions = [postsProjection, groceryListsProjection, profilesProjection];

/** A log of a community to which more can be appended, and its read models. */
async function startCommunity(store: ReadModelStore, events: number) {
  const log = new MemoryEventLog({ batchSize: 100 });
  const history = sampleHistory(1_000_000);
  const append = (count: number): bigint => {
    let position = 0n;
    for (let n = 0; n < count; n++) {
      const { stream, event } = history.next().value ?? fail();
      position = log.append(stream, event.type, event.data, event.meta.actor);
    }
    return position;
  };
  const last = append(events);
  const projections = startProjections({ log, store, definitions, logger: new QuietLogger() });
  onTestFinished(() => projections.stop());
  expect(await projections.waitUntilCaughtUp(20_000)).toBe(true);
  const models = definitions.map((definition): VerifiedModel & { model: ReadModel } => ({
    definition,
    model: store.open(definition),
  }));
  return { log, append, models, projections, last };
}

function fail(): never {
  throw new Error('The history has ended');
}

async function verify(log: MemoryEventLog, models: readonly VerifiedModel[]) {
  const differences: Difference[] = [];
  const verified: Verified[] = [];
  for await (const finding of verifyReadModels({ log, models, signal: new AbortController().signal })) {
    if (finding.kind === 'difference') differences.push(finding.difference);
    else verified.push(finding);
  }
  return { differences, verified };
}

/** Changes what the model holds without moving its checkpoint. */
async function write(model: ReadModel, writes: Parameters<ReadModel['commit']>[2]): Promise<void> {
  const { position, eventId } = (await model.resume()) ?? fail();
  // Redis would take a commit with the same checkpoint for a repeated one.
  await model.commit(position, position, writes, 'planted');
  await model.commit(position, position, [], eventId);
}

const verifyContract = (name: string, openStore: () => Promise<ReadModelStore>): void => {
  describe(`verification of read models in ${name}`, () => {
    test('finds 100 of 100 random plants and names both values', async () => {
      const { log, models } = await startCommunity(await openStore(), 600);
      const random = randomNumbers(11);
      const kinds = new Map<string, number>();
      const places = await Promise.all(models.map(({ model }) => placesOf(model)));
      for (let n = 0; n < 100; n++) {
        const at = n % models.length;
        const { model } = models[at] ?? fail();
        // Profiles have no index.
        const { kind, plant, heal, expected } = choosePlant(places[at === 2 ? 0 : at] ?? [], random);
        const planted = at === 2 ? (models[0]?.model ?? fail()) : model;
        await write(planted, [plant]);
        expect((await verify(log, models)).differences).toEqual([expected]);
        await write(planted, [heal]);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      expect((await verify(log, models)).differences).toEqual([]);
      expect(kinds.size).toBe(8);
      expect(Math.min(...kinds.values())).toBeGreaterThan(4);
    });

    test('finds a collection and an index that no event explains', async () => {
      const { log, models } = await startCommunity(await openStore(), 100);
      const { model } = models[0] ?? fail();
      await write(model, [
        { kind: 'put', collection: 'planted', id: 'a', value: { n: 1 }, position: 1n },
        { kind: 'index', index: 'planted', member: 'a', score: 1 },
      ]);
      const { differences } = await verify(log, models);
      expect(differences.toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual([
        {
          ...{ kind: 'document', collection: 'planted', id: 'a' },
          ...{ expected: undefined, actual: { position: '1', document: { n: 1 } } },
        },
        { kind: 'entry', index: 'planted', member: 'a', expected: undefined, actual: 1 },
      ]);
    });

    test('reports nothing while 50 writes a second arrive, and compares at later positions', async () => {
      const { log, append, models, last } = await startCommunity(await openStore(), 3_000);
      let written = 0;
      const startedAt = performance.now();
      const timer = setInterval(() => {
        // Also those that are due since the event loop was last free.
        const due = Math.floor((performance.now() - startedAt) / 20) - written;
        append(due);
        written += due;
      }, 20);
      onTestFinished(() => clearInterval(timer));
      let compared = 0;
      let moved = 0;
      // Until some comparisons have followed the model, during writes of one and a half seconds.
      while (written < 75 || compared < 9 || moved === 0) {
        const before = (await log.head()) ?? fail();
        const { differences, verified } = await verify(log, models);
        expect(differences).toEqual([]);
        compared += verified.length;
        moved += verified.filter(({ position }) => (position ?? 0n) > before).length;
      }
      expect((await log.head()) ?? 0n).toBeGreaterThan(last);
    });

    test('finds a plant while writes arrive in bursts', async () => {
      const { log, append, models } = await startCommunity(await openStore(), 1_000);
      const { model } = models[0] ?? fail();
      await write(model, [{ kind: 'index', index: 'likes-of:nowhere', member: 'mallory', score: 1 }]);
      const timer = setInterval(() => append(20), 20);
      onTestFinished(() => clearInterval(timer));
      for (let round = 0; round < 5; round++) {
        expect((await verify(log, models)).differences).toEqual([
          { kind: 'entry', index: 'likes-of:nowhere', member: 'mallory', expected: undefined, actual: 1 },
        ]);
      }
    });

    test('finds a checkpoint that is not where the documents are, or not in the log', async () => {
      const { log, models, last, projections } = await startCommunity(await openStore(), 500);
      await projections.stop();
      const { definition, model } = models[0] ?? fail();
      const one = [{ definition, model }];
      const checkpoint = (await model.resume()) ?? fail();
      const { eventId } = checkpoint;
      await model.commit(last, last - 10n, [], eventId);
      const [wrong] = (await verify(log, one)).differences;
      expect(wrong).toEqual({ kind: 'model', reason: expect.stringContaining('is not in the log') });
      await model.commit(last - 10n, last + 10n, [], eventId);
      expect((await verify(log, one)).differences).toEqual([
        { kind: 'model', reason: expect.stringContaining(`The log ends at ${last}`) },
      ]);
      await model.commit(last + 10n, last, [], eventId);
      expect(await verify(log, one)).toMatchObject({
        differences: [],
        verified: [{ projection: versionedName(definition), position: last, differences: 0 }],
      });
    });

    test('finds wrong entries of an index that is too large to be compared as a whole', async () => {
      const definition: Projection = {
        name: 'by-age',
        version: 1,
        events: { DishServed: [] },
        fold: ({ stream, position }, workspace) => workspace.index('all', stream, Number(position)),
      };
      const log = new MemoryEventLog();
      for (let n = 1; n <= 3 * maxSmallIndex; n++) log.append(`dish-${n}`, 'DishServed');
      const store = await openStore();
      const projections = startProjections({ log, store, definitions: [definition], logger: new QuietLogger() });
      onTestFinished(() => projections.stop());
      expect(await projections.waitUntilCaughtUp(5_000)).toBe(true);
      const model = store.open(definition);
      expect((await verify(log, [{ definition, model }])).differences).toEqual([]);
      await write(model, [
        { kind: 'unindex', index: 'all', member: 'dish-1' },
        { kind: 'index', index: 'all', member: 'dish-2', score: 7 },
        { kind: 'index', index: 'all', member: 'mallory', score: 8 },
      ]);
      const entry = { kind: 'entry', index: 'all' };
      expect((await verify(log, [{ definition, model }])).differences).toEqual([
        { ...entry, member: 'dish-1', expected: 10, actual: undefined },
        { ...entry, member: 'dish-2', expected: 20, actual: 7 },
        { ...entry, member: 'mallory', expected: undefined, actual: 8 },
      ]);
    });

    test('looks twice for a checkpoint that the log seems to lack, as a node of it may lag behind', async () => {
      const { log, models, last } = await startCommunity(await openStore(), 100);
      const subscribe = vi.spyOn(log, 'subscribe').mockImplementationOnce(async function* () {
        yield* [];
        throw new LogBehindCheckpoint(last, undefined);
      });
      onTestFinished(() => subscribe.mockRestore());
      expect((await verify(log, models)).differences).toEqual([]);
    });

    test.each([
      ['cleared', false],
      ['cleared and built again', true],
    ])('refuses a model that is %s meanwhile', async (_what, isBuiltAgain) => {
      const { log, models, projections } = await startCommunity(await openStore(), 500);
      await projections.stop();
      const { definition, model } = models[0] ?? fail();
      const { contents } = model;
      let scans = 0;
      const clearing: VerifiedModel['model'] = {
        committed: () => model.resume(),
        contents: {
          parts: () => contents.parts(),
          scan: (part) => contents.scan(part),
          smallIndexes: (names) => contents.smallIndexes(names),
          items: async (...args) => {
            if (scans++ === 1) {
              await model.clear(await model.checkpoint());
              if (isBuiltAgain) await model.commit(undefined, 10n, []);
            }
            return contents.items(...args);
          },
        },
      };
      await expect(verify(log, [{ definition, model: clearing }])).rejects.toThrow(ReadModelWentBack);
    });
  });
};

verifyContract('memory', async () => new MemoryReadModels());

describeWith('redis-server', 'verification in Redis', (program) => {
  verifyContract('Redis', async () => {
    const server = await startRedis(program, ['--appendonly', 'no']);
    onTestFinished(() => server.remove());
    const store = await openRedisReadModels(parseRedisUrl(server.url));
    onTestFinished(() => store.close());
    return store;
  });
});
