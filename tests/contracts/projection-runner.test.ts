import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { append, expectReferenceFold, ids, start, step, stopRunners, storeKinds } from '../support/dish-runners.ts';
import { FaultyReadModels } from '../support/faulty-read-models.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { Spread } from '../support/spread.ts';
import { until } from '../support/until.ts';

afterEach(stopRunners);

describe.each(storeKinds)('a runner %s', (_, newStore) => {
  describe('folding', () => {
    test('folds batches of any size to the same result as single events', async () => {
      const appended = new Spread();
      await fc.assert(
        fc.asyncProperty(
          fc.array(step, { maxLength: 60, size: 'max' }),
          fc.integer({ min: 1, max: 60 }),
          async (steps, batchSize) => {
            const log = new MemoryEventLog({ batchSize });
            for (const one of steps) append(log, one);
            appended.add(steps.length);
            const store = newStore();
            const { projections } = start(log, store);
            expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
            await projections.stop();
            await expectReferenceFold(log, store);
            expect(await store.open(dishProjection).checkpoint()).toBe((await log.head()) ?? 0n);
          },
        ),
      );
      expect(appended.mean).toBeGreaterThan(15);
    });

    test('folds later events, and moves the checkpoint past events of other projections', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const model = store.open(dishProjection);
      const { projections } = start(log, store);
      expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(served, 30_000)).toBe(true);
      expect((await model.get('dishes', 'a'))?.position).toBe(served);
      const other = append(log, { type: 'SomethingElse', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(other, 30_000)).toBe(true);
      expect((await model.get('dishes', 'a'))?.position).toBe(served);
      expect(projections.status()).toMatchObject([
        { name: 'dishes', version: 1, state: 'live', position: String(other), lagMs: 0, lastError: undefined },
      ]);
    });

    test('folds only new events after a restart', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      const first = start(log, store);
      await first.projections.waitUntilCaughtUp(2_000);
      await first.projections.stop();
      expect(first.projections.status()).toMatchObject([{ state: 'stopped' }]);
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      const applied: string[] = [];
      const second = start(log, store, { onApplied: ({ events }) => applied.push(...events.map(({ type }) => type)) });
      expect(await second.projections.waitUntilCaughtUp(2_000)).toBe(true);
      expect(applied).toEqual(['DishLiked']);
      await expectReferenceFold(log, store);
    });

    test('a range includes documents that the same batch added to the index', async () => {
      const pinBoard: Projection = {
        name: 'pin-board',
        version: 1,
        events: { Written: [], Pinned: [], Shown: [] },
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
      await first.projections.waitUntilCaughtUp(2_000);
      await first.projections.stop();
      log.append('note-1', 'Pinned');
      log.append('board', 'Shown');
      await start(log, store, { definitions: [pinBoard] }).projections.waitUntilCaughtUp(2_000);
      expect(await store.open(pinBoard).load('shown', ['last'])).toEqual([{ shown: [{ by: 'note-1' }] }]);
    });
  });

  describe('onApplied', () => {
    test('is called after the commit, with the committed documents', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const model = store.open(dishProjection);
      const received: Applied[] = [];
      const checkpoints: (bigint | undefined)[] = [];
      start(log, store, {
        onApplied: (applied) => {
          received.push(applied);
          void model.checkpoint().then((checkpoint) => checkpoints.push(checkpoint));
        },
      });
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      await model.waitFor(served, 2_000);
      const liked = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      await until(() => received.length === 2);
      expect(received.map(({ projection, position }) => ({ projection, position }))).toEqual([
        { projection: 'dishes', position: served },
        { projection: 'dishes', position: liked },
      ]);
      expect(received.map(({ events }) => events.map(({ type }) => type))).toEqual([['DishServed'], ['DishLiked']]);
      expect(received.map((applied) => applied.document('dishes', 'a'))).toMatchObject([{ likes: 0 }, { likes: 1 }]);
      expect(received[0]?.document('dishes', 'b')).toBeUndefined();
      await until(() => checkpoints.length === 2);
      expect(checkpoints).toEqual([served, liked]);
    });

    test('omits a document that the batch wrote and then removed', async () => {
      const log = new MemoryEventLog();
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      append(log, { type: 'DishServed', dish: 'b', cook: 'ann' });
      append(log, { type: 'DishWithdrawn', dish: 'a', cook: 'ann' });
      const received: Applied[] = [];
      const { projections } = start(log, newStore(), { onApplied: (applied) => received.push(applied) });
      await projections.waitUntilCaughtUp(2_000);
      expect(received.map(({ events }) => events.length)).toEqual([3]);
      expect(received[0]?.document('dishes', 'a')).toBeUndefined();
      expect(received[0]?.document('dishes', 'b')).toMatchObject({ likes: 0 });
    });

    test('is not called for a rejected commit', async () => {
      const log = new MemoryEventLog();
      let refused = 3;
      const store = new FaultyReadModels(new MemoryReadModels(), () => (refused-- > 0 ? 'refused' : 'made'));
      const received: bigint[] = [];
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      start(log, store, {
        onApplied: ({ position }) => {
          expect(refused).toBeLessThan(0);
          received.push(position);
        },
      });
      await until(() => received.length > 0);
      expect(received).toEqual([served]);
    });

    test('a failing listener is logged and does not stop the runner', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const { logger } = start(log, store, {
        onApplied: () => {
          throw new Error('socket closed');
        },
      });
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      await until(() => logger.problems.length === 1);
      const next = append(log, { type: 'DishLiked', dish: 'a', cook: 'ann' });
      expect(await store.open(dishProjection).waitFor(next, 30_000)).toBe(true);
    });
  });

  describe('two runners on one store', () => {
    test('one commits and the other stands by until the first stops', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const received = { first: 0, second: 0 };
      const first = start(log, store, { onApplied: () => received.first++, standbyMs: 200 });
      const second = start(log, store, { onApplied: () => received.second++, standbyMs: 200 });
      const states = () => [first, second].map(({ projections }) => projections.status()[0]?.state);
      expect(await first.projections.waitUntilCaughtUp(2_000)).toBe(true);
      const model = store.open(dishProjection);
      const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      expect(await model.waitFor(served, 30_000)).toBe(true);
      await until(() => states().includes('standby') && received.first + received.second > 0);
      expect(received.first + received.second).toBe(1);
      expect(states()).toContain('live');

      const [winner, other] = received.first === 1 ? [first, second] : [second, first];
      await winner.projections.stop();
      const liked = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      expect(await model.waitFor(liked, 30_000)).toBe(true);
      await until(() => other.projections.status()[0]?.state === 'live');
      expect(received.first + received.second).toBe(2);
      await expectReferenceFold(log, store);
    });

    test('a runner in standby is caught up once the other is', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
      const both = [start(log, store), start(log, store)];
      for (const { projections } of both) expect(await projections.waitUntilCaughtUp(5_000)).toBe(true);
      await expectReferenceFold(log, store);
    });
  });
});

test('a rebuild yields to the event loop', async () => {
  const log = new MemoryEventLog({ batchSize: 500 });
  for (let n = 0; n < 100_000; n++) log.append('dish-a', 'DishLiked', { dish: 'a' }, 'ann');
  let turns = 0;
  let rebuilding = true;
  const countTurns = () => {
    turns++;
    if (rebuilding) setImmediate(countTurns);
  };
  setImmediate(countTurns);
  const { projections } = start(log, new MemoryReadModels());
  expect(await projections.waitUntilCaughtUp(20_000)).toBe(true);
  rebuilding = false;
  expect(turns).toBeGreaterThan(2);
});
