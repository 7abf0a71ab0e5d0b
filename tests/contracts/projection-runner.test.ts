import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { Applied, AppliedListener } from '../../projections/runner/applied.ts';
import { type Projections, startProjections } from '../../projections/runner/start-projections.ts';
import { dishProjection, readDishes } from '../support/dish-projection.ts';
import { type CommitFate, FaultyReadModels } from '../support/faulty-read-models.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { straightFold } from '../support/straight-fold.ts';
import { until } from '../support/until.ts';

const briefPauses = { first: 1, longestAway: 4, longestFailing: 4 };
const running: Projections[] = [];

interface Started {
  readonly projections: Projections;
  readonly logger: QuietLogger;
}

function start(
  log: MemoryEventLog,
  store: ReadModelStore,
  options: { definitions?: Projection[]; onApplied?: AppliedListener; standby?: number } = {},
): Started {
  const logger = new QuietLogger();
  const { definitions = [dishProjection], standby = 10, ...rest } = options;
  const pauses = { ...briefPauses, standby };
  const projections = startProjections({ log, store, definitions, logger, pauses, ...rest });
  running.push(projections);
  return { projections, logger };
}

afterEach(async () => {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
});

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const cooks = ['ann', 'bo'];

/** What a dish or a cook may go through. */
const step = fc.record({
  type: fc.constantFrom(...dishProjection.eventTypes, 'DishServed', 'DishServed', 'SomethingElse'),
  dish: fc.constantFrom(...ids),
  cook: fc.constantFrom(...cooks),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

function append(log: MemoryEventLog, { type, dish, cook }: Step): bigint {
  return log.append(`dish-${dish}`, type, { dish, title: `${dish} by ${cook}` }, cook);
}

async function eventsOf(log: MemoryEventLog, definition: Projection): Promise<ProjectedEvent[]> {
  const events: ProjectedEvent[] = [];
  const done = new AbortController();
  const batches = log.subscribe({ signal: done.signal, filter: { types: definition.eventTypes } });
  for await (const batch of batches) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  done.abort();
  return events;
}

async function expectStraightFold(log: MemoryEventLog, store: ReadModelStore): Promise<void> {
  const straight = await straightFold(dishProjection, await eventsOf(log, dishProjection));
  const actual = store.open(dishProjection);
  expect(await readDishes(actual, ids, cooks)).toEqual(await readDishes(straight, ids, cooks));
}

/** The runner folds beside a store of its own process, and from afar into any other. */
describe.each([
  ['beside its store', () => new MemoryReadModels()],
  ['far from its store', () => new FaultyReadModels(new MemoryReadModels())],
])('a runner %s', (_, newStore: () => ReadModelStore) => {
  describe('folding', () => {
    test('batches of any size come to what folding one event after the other comes to', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 60 }),
          fc.integer({ min: 1, max: 60 }),
          async (steps, batchSize) => {
            const log = new MemoryEventLog({ batchSize });
            for (const one of steps) append(log, one);
            const store = newStore();
            const { projections } = start(log, store);
            expect(await projections.caughtUp(2_000)).toBe(true);
            await projections.stop();
            await expectStraightFold(log, store);
            expect(await store.open(dishProjection).checkpoint()).toBe((await log.head()) ?? 0n);
          },
        ),
      );
    });

    test('what is appended later is folded too, and the checkpoint passes over the events of others', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const model = store.open(dishProjection);
      const { projections } = start(log, store);
      expect(await projections.caughtUp(2_000)).toBe(true);
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(served, 2_000)).toBe(true);
      expect((await model.get('dishes', 'a'))?.position).toBe(served);
      const other = append(log, { type: 'SomethingElse', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(other, 2_000)).toBe(true);
      expect((await model.get('dishes', 'a'))?.position).toBe(served);
      expect(projections.status()).toMatchObject([
        { name: 'dishes', version: 1, state: 'live', position: String(other), lagMs: 0, lastError: undefined },
      ]);
    });

    test('after a restart only what is new is folded', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      const first = start(log, store);
      await first.projections.caughtUp(2_000);
      await first.projections.stop();
      expect(first.projections.status()).toMatchObject([{ state: 'stopped' }]);
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      const applied: string[] = [];
      const second = start(log, store, { onApplied: ({ events }) => applied.push(...events.map(({ type }) => type)) });
      expect(await second.projections.caughtUp(2_000)).toBe(true);
      expect(applied).toEqual(['DishLiked']);
      await expectStraightFold(log, store);
    });

    test('a range shows documents that only this batch has put into it', async () => {
      const pinBoard: Projection = {
        name: 'pin-board',
        version: 1,
        eventTypes: ['Written', 'Pinned', 'Shown'],
        needs: ({ type }) =>
          type === 'Shown'
            ? [{ kind: 'range', index: 'pinned', collection: 'notes', direction: 'ascending', limit: 10 }]
            : [],
        fold: ({ type, stream }, workspace) => {
          if (type === 'Written') workspace.put('notes', stream, { by: stream });
          if (type === 'Pinned') workspace.index('pinned', stream, 1);
          if (type !== 'Shown') return;
          const shown = workspace.range('pinned').map(({ member }) => workspace.get('notes', member));
          workspace.put('shown', 'last', { shown });
        },
      };
      const log = new MemoryEventLog();
      const store = newStore();
      log.append('note-1', 'Written');
      const first = start(log, store, { definitions: [pinBoard] });
      await first.projections.caughtUp(2_000);
      await first.projections.stop();
      log.append('note-1', 'Pinned');
      log.append('board', 'Shown');
      await start(log, store, { definitions: [pinBoard] }).projections.caughtUp(2_000);
      expect(await store.open(pinBoard).load('shown', ['last'])).toEqual([{ shown: [{ by: 'note-1' }] }]);
    });
  });

  describe('applied', () => {
    test('is said after the commit, with the documents as they were committed', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const model = store.open(dishProjection);
      const heard: Applied[] = [];
      const checkpoints: (bigint | undefined)[] = [];
      start(log, store, {
        onApplied: (applied) => {
          heard.push(applied);
          void model.checkpoint().then((checkpoint) => checkpoints.push(checkpoint));
        },
      });
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      await model.waitFor(served, 2_000);
      const liked = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      await until(() => heard.length === 2);
      expect(heard.map(({ projection, position }) => ({ projection, position }))).toEqual([
        { projection: 'dishes', position: served },
        { projection: 'dishes', position: liked },
      ]);
      expect(heard.map(({ events }) => events.map(({ type }) => type))).toEqual([['DishServed'], ['DishLiked']]);
      expect(heard.map((applied) => applied.document('dishes', 'a'))).toMatchObject([{ likes: 0 }, { likes: 1 }]);
      expect(heard[0]?.document('dishes', 'b')).toBeUndefined();
      await until(() => checkpoints.length === 2);
      expect(checkpoints).toEqual([served, liked]);
    });

    test('is never said of a commit that was refused', async () => {
      const log = new MemoryEventLog();
      let refused = 3;
      const store = new FaultyReadModels(new MemoryReadModels(), () => (refused-- > 0 ? 'refused' : 'made'));
      const heard: bigint[] = [];
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      start(log, store, {
        onApplied: ({ position }) => {
          expect(refused).toBeLessThan(0);
          heard.push(position);
        },
      });
      await until(() => heard.length > 0);
      expect(heard).toEqual([served]);
    });

    test('a listener that fails is logged and stops nothing', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const { logger } = start(log, store, {
        onApplied: () => {
          throw new Error('socket closed');
        },
      });
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      await until(() => logger.lines.length === 1);
      const next = append(log, { type: 'DishLiked', dish: 'a', cook: 'ann' });
      expect(await store.open(dishProjection).waitFor(next, 2_000)).toBe(true);
    });
  });

  describe('a poisoned event', () => {
    const poisonedBy = (isPoison: () => boolean, where: 'needs' | 'fold'): Projection => ({
      ...dishProjection,
      needs: (event) => {
        if (where === 'needs' && event.type === 'DishLiked' && isPoison()) throw new Error('too spicy');
        return dishProjection.needs(event);
      },
      fold: (event, workspace) => {
        dishProjection.fold(event, workspace);
        if (where === 'fold' && event.type === 'DishLiked' && isPoison()) throw new Error('too spicy');
      },
    });

    test.each(['needs', 'fold'] as const)(
      'pauses its projection, with everything before it committed and nothing of it, while others go on (in %s)',
      async (where) => {
        const log = new MemoryEventLog();
        const store = newStore();
        let poison = true;
        const healthy = { ...dishProjection, name: 'healthy' };
        append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
        const before = append(log, { type: 'DishServed', dish: 'b', cook: 'ann' });
        const at = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
        const after = append(log, { type: 'DishServed', dish: 'c', cook: 'bo' });
        const { projections, logger } = start(log, store, {
          definitions: [poisonedBy(() => poison, where), healthy],
        });
        expect(await store.open(healthy).waitFor(after, 2_000)).toBe(true);
        await until(() => logger.lines.length > 2);

        const model = store.open(dishProjection);
        expect(await model.checkpoint()).toBe(before);
        expect(await model.load('dishes', ['a', 'b', 'c'])).toMatchObject([
          { likes: 0 },
          { title: 'b by ann' },
          undefined,
        ]);
        const [paused, live] = projections.status();
        expect(paused).toMatchObject({
          state: 'paused',
          position: String(before),
          lastError: { position: String(at) },
        });
        expect(paused?.lastError?.message).toBe(
          `Projection dishes failed on the DishLiked at ${at} of dish-a: too spicy`,
        );
        expect(live).toMatchObject({ name: 'healthy', state: 'live' });
        expect(await projections.caughtUp(5)).toBe(false);

        poison = false;
        expect(await projections.caughtUp(2_000)).toBe(true);
        expect(projections.status()[0]).toMatchObject({ state: 'live', position: String(after) });
        await expectStraightFold(log, store);
      },
    );
  });

  describe('two runners on one store', () => {
    test('one wins and the other stands by, until the first is gone', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const heard = { first: 0, second: 0 };
      const first = start(log, store, { onApplied: () => heard.first++, standby: 200 });
      const second = start(log, store, { onApplied: () => heard.second++, standby: 200 });
      const states = () => [first, second].map(({ projections }) => projections.status()[0]?.state);
      expect(await first.projections.caughtUp(2_000)).toBe(true);
      const model = store.open(dishProjection);
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(served, 2_000)).toBe(true);
      await until(() => states().includes('standby') && heard.first + heard.second > 0);
      expect(heard.first + heard.second).toBe(1);
      expect(states()).toContain('live');

      const [winner, other] = heard.first === 1 ? [first, second] : [second, first];
      await winner.projections.stop();
      const liked = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      expect(await model.waitFor(liked, 5_000)).toBe(true);
      await until(() => other.projections.status()[0]?.state === 'live');
      expect(heard.first + heard.second).toBe(2);
      await expectStraightFold(log, store);
    });

    test('one that stands by is caught up once the other is', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
      const both = [start(log, store), start(log, store)];
      for (const { projections } of both) expect(await projections.caughtUp(5_000)).toBe(true);
      await expectStraightFold(log, store);
    });
  });
});

describe('a store that fails', () => {
  test('pauses the projections until it is back', async () => {
    const log = new MemoryEventLog();
    const store = new FaultyReadModels(new MemoryReadModels());
    const { projections } = start(log, store);
    expect(await projections.caughtUp(2_000)).toBe(true);
    store.down = true;
    const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
    await until(() => projections.status()[0]?.state === 'paused');
    expect(projections.status()[0]?.lastError).toMatchObject({ message: 'The store is down', position: undefined });
    store.down = false;
    expect(await store.open(dishProjection).waitFor(served, 2_000)).toBe(true);
    await until(() => projections.status()[0]?.state === 'live');
  });

  test('a commit whose answer was lost is applied once, and said so once', async () => {
    const log = new MemoryEventLog();
    let lost = 1;
    const store = new FaultyReadModels(new MemoryReadModels(), () => (lost-- > 0 ? 'lost' : 'made'));
    const heard: string[] = [];
    append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
    append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
    const { projections } = start(log, store, {
      onApplied: ({ events }) => heard.push(...events.map(({ type }) => type)),
    });
    expect(await projections.caughtUp(2_000)).toBe(true);
    expect(heard).toEqual(['DishServed', 'DishLiked']);
    await expectStraightFold(log, store);
  });

  test('a batch that is too much for it is tried in smaller ones', async () => {
    const log = new MemoryEventLog();
    const store = new FaultyReadModels(new MemoryReadModels(), (writes) => (writes.length > 40 ? 'refused' : 'made'));
    for (let n = 0; n < 500; n++) {
      log.append(`dish-${n}`, 'DishServed', { dish: `dish-${n}`, title: 'soup' }, 'ann');
    }
    const { projections } = start(log, store);
    expect(await projections.caughtUp(10_000)).toBe(true);
    expect(await store.open(dishProjection).count('newest')).toBe(500);
  });
});

test('whatever commits fail or lose their answers, and however runners come and go, each event counts once', async () => {
  const fate = fc.constantFrom<CommitFate>('made', 'made', 'refused', 'lost');
  const act = fc.oneof(
    { weight: 5, arbitrary: step },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.constant('pause' as const) },
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 80 }),
      fc.array(fate, { maxLength: 30 }),
      fc.integer({ min: 1, max: 20 }),
      async (acts, fates, batchSize) => {
        const log = new MemoryEventLog({ batchSize });
        const fateOf = fates.values();
        const memory = new MemoryReadModels();
        const store = new FaultyReadModels(memory, () => fateOf.next().value ?? 'made');
        const toldTooEarly: bigint[] = [];
        const onApplied: AppliedListener = ({ position }) => {
          void memory
            .open(dishProjection)
            .checkpoint()
            .then((checkpoint = -1n) => {
              if (checkpoint < position) toldTooEarly.push(position);
            });
        };
        const runners = [start(log, store, { onApplied }), start(log, store, { onApplied })];
        for (const one of acts) {
          if (one === 'restart') {
            const stopped = runners.shift();
            void stopped?.projections.stop();
            runners.push(start(log, store, { onApplied }));
          } else if (one === 'pause') await new Promise((resolve) => setImmediate(resolve));
          else append(log, one);
        }
        const head = (await log.head()) ?? 0n;
        expect(await memory.open(dishProjection).waitFor(head, 5_000)).toBe(true);
        await Promise.all(running.splice(0).map((projections) => projections.stop()));
        await expectStraightFold(log, memory);
        expect(toldTooEarly).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});

test('a projection that reads what it did not ask for is told so', async () => {
  const log = new MemoryEventLog();
  append(log, { type: 'DishLiked', dish: 'a', cook: 'ann' });
  const { projections } = start(log, new FaultyReadModels(new MemoryReadModels()), {
    definitions: [{ ...dishProjection, fold: (_, workspace) => void workspace.get('dishes', 'b') }],
  });
  await until(() => projections.status()[0]?.state === 'paused');
  expect(projections.status()[0]?.lastError?.message).toContain('reads dishes/b, which its needs do not name');
});

test('a log that ends before the checkpoint stops the projection and says why', async () => {
  const log = new MemoryEventLog();
  const store = new MemoryReadModels();
  for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
  const first = start(log, store);
  await first.projections.caughtUp(2_000);
  await first.projections.stop();
  log.truncate(1);
  const { projections, logger } = start(log, store);
  await until(() => projections.status()[0]?.state === 'stopped');
  expect(projections.status()[0]?.lastError?.message).toContain('older backup');
  expect(logger.lines.map(({ message }) => message)).toEqual([
    'The read model is ahead of the log; clear it, so that it is built again',
  ]);
  expect(await projections.caughtUp(20)).toBe(false);
});

test('a rebuild lets the event loop turn', async () => {
  const log = new MemoryEventLog({ batchSize: 500 });
  for (let n = 0; n < 100_000; n++) log.append('dish-a', 'DishLiked', { dish: 'a' }, 'ann');
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  const { projections } = start(log, new MemoryReadModels());
  expect(await projections.caughtUp(20_000)).toBe(true);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(2);
});
