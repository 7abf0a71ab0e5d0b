import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import type { Projection, Workspace } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { AppliedListener } from '../../projections/runner/applied.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { append, expectReferenceFold, ids, start, step, stopRunners, storeKinds } from '../support/dish-runners.ts';
import { type CommitFate, FaultyReadModels } from '../support/faulty-read-models.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { Spread } from '../support/spread.ts';
import { until } from '../support/until.ts';

/** `caughtUp` must return earlier when waiting cannot help. */
const tooLongMs = 2_000;

afterEach(stopRunners);

describe.each(storeKinds)('a runner %s', (_, newStore) => {
  describe('a poison event', () => {
    const poisonWhen = (isPoison: () => boolean, when: 'before' | 'after'): Projection => ({
      ...dishProjection,
      fold: (event, workspace) => {
        const fails = event.type === 'DishLiked' && isPoison();
        if (fails && when === 'before') throw new Error('too spicy');
        dishProjection.fold(event, workspace);
        if (fails) throw new Error('too spicy');
      },
    });

    test.each(['before', 'after'] as const)(
      'pauses its projection after committing only the events before it, while others continue (%s its writes)',
      async (when) => {
        const log = new MemoryEventLog();
        const store = newStore();
        let poison = true;
        const healthy = { ...dishProjection, name: 'healthy' };
        append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
        const before = append(log, { type: 'DishServed', dish: 'b', cook: 'ann' });
        const at = append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
        const after = append(log, { type: 'DishServed', dish: 'c', cook: 'bo' });
        const { projections, logger } = start(log, store, {
          definitions: [poisonWhen(() => poison, when), healthy],
        });
        expect(await store.open(healthy).waitFor(after, 30_000)).toBe(true);
        await until(() => logger.problems.length > 2);
        expect(new Set(logger.problems.map(({ level }) => level))).toEqual(new Set(['error']));
        expect(logger.problems[0]?.details).toMatchObject({ correlationId: 'event-3' });

        const model = store.open(dishProjection);
        expect(await model.checkpoint()).toBe(before);
        expect(await model.load('dishes', ['a', 'b', 'c'])).toMatchObject([
          { likes: 0 },
          { title: 'b by ann' },
          undefined,
        ]);
        const [paused, live] = projections.status();
        expect(paused).toMatchObject({
          state: 'failing',
          position: String(before),
          lastError: { position: String(at) },
        });
        expect(paused?.lastError?.message).toBe(
          `Projection dishes failed on the DishLiked at ${at} of dish-a: too spicy`,
        );
        expect(live).toMatchObject({ name: 'healthy', state: 'live' });
        const startedAt = performance.now();
        expect(await projections.waitUntilCaughtUp(tooLongMs)).toBe(false);
        expect(performance.now() - startedAt).toBeLessThan(tooLongMs / 2);

        poison = false;
        await until(() => projections.status()[0]?.state === 'live');
        expect(projections.status()[0]).toMatchObject({ position: String(after) });
        expect(await projections.waitUntilCaughtUp(tooLongMs)).toBe(true);
        await expectReferenceFold(log, store);
      },
    );

    test('is not one that fails only until the documents that it reads are loaded', async () => {
      const log = new MemoryEventLog();
      const store = newStore();
      const dishOf = (workspace: Workspace) => {
        const dish = workspace.get<{ title: string }>('dishes', 'a');
        if (dish === undefined) throw new Error('The dish was not served');
        return dish;
      };
      const strict: Projection = {
        ...dishProjection,
        fold: ({ type }, workspace) => {
          if (type === 'DishServed') workspace.put('dishes', 'a', { title: 'Soup' });
          else workspace.put('liked', dishOf(workspace).title, {});
        },
      };
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
      const first = start(log, store, { definitions: [strict] });
      await first.projections.waitUntilCaughtUp(2_000);
      await first.projections.stop();
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
      const { projections, logger } = start(log, store, { definitions: [strict] });
      expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
      expect(logger.problems).toEqual([]);
      expect(await store.open(strict).load('liked', ['Soup'])).toEqual([{}]);
    });
  });
});

describe('a store that fails', () => {
  test('pauses the projections until it recovers', async () => {
    const log = new MemoryEventLog();
    const store = new FaultyReadModels(new MemoryReadModels());
    const { projections } = start(log, store);
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    store.down = true;
    const served = append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
    await until(() => projections.status()[0]?.state === 'failing');
    expect(projections.status()[0]?.lastError).toMatchObject({ message: 'The store is down', position: undefined });
    store.down = false;
    expect(await store.open(dishProjection).waitFor(served, 30_000)).toBe(true);
    await until(() => projections.status()[0]?.state === 'live');
  });

  test('is logged, as are the first catch-up and the one after the failure', async () => {
    const log = new MemoryEventLog();
    const store = new FaultyReadModels(new MemoryReadModels());
    for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
    const { projections, logger } = start(log, store);
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    const model = store.open(dishProjection);
    await model.waitFor(append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' }), 2_000);
    store.down = true;
    append(log, { type: 'DishLiked', dish: 'b', cook: 'bo' });
    await until(() => logger.problems.length > 0);
    expect(logger.problems[0]).toMatchObject({ level: 'warn', message: 'A projection failed and will be tried again' });
    store.down = false;
    await until(() => projections.status()[0]?.state === 'live');
    const { name: projection, version } = dishProjection;
    const caughtUp = { projection, version, ms: expect.any(Number) };
    expect(logger.lines.filter(({ level }) => level === 'info')).toEqual(
      [ids.length, 1].map((events) => ({
        level: 'info',
        details: { ...caughtUp, events },
        message: 'A projection has caught up',
      })),
    );
  });

  test('a commit whose reply was lost is applied and published once', async () => {
    const log = new MemoryEventLog();
    let lost = 1;
    const store = new FaultyReadModels(new MemoryReadModels(), () => (lost-- > 0 ? 'lost' : 'made'));
    const received: string[] = [];
    append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
    append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
    const { projections } = start(log, store, {
      onApplied: ({ events }) => received.push(...events.map(({ type }) => type)),
    });
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    expect(received).toEqual(['DishServed', 'DishLiked']);
    await expectReferenceFold(log, store);
  });

  test('a commit that arrives after its connection broke, just before a larger one, is published once', async () => {
    const log = new MemoryEventLog();
    let commits = 0;
    const store = new FaultyReadModels(new MemoryReadModels(), () => {
      if (commits++ > 0) return 'made';
      append(log, { type: 'DishLiked', dish: 'a', cook: 'cy' });
      return 'late';
    });
    const pushed: bigint[] = [];
    const [served, liked] = [
      append(log, { type: 'DishServed', dish: 'a', cook: 'ann' }),
      append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' }),
    ];
    const { projections } = start(log, store, {
      onApplied: ({ events }) => pushed.push(...events.map(({ position }) => position)),
    });
    expect(await projections.waitUntilCaughtUp(tooLongMs)).toBe(true);
    const head = await log.head();
    await until(() => projections.status()[0]?.position === String(head) && projections.status()[0]?.state === 'live');
    expect(pushed).toEqual([served, liked, head]);
    await expectReferenceFold(log, store);
  });

  test('a commit whose reply was lost is published, even if another runner has continued', async () => {
    const log = new MemoryEventLog();
    const memory = new MemoryReadModels();
    let lost = 1;
    const faulty = new FaultyReadModels(memory, () => {
      if (lost-- <= 0) return 'made';
      faulty.down = true;
      return 'lost';
    });
    const received: string[] = [];
    const record =
      (runner: string): AppliedListener =>
      ({ events, superseded }) =>
        received.push(...events.map(({ type }) => `${runner} ${type}${superseded ? ', superseded' : ''}`));
    append(log, { type: 'DishServed', dish: 'a', cook: 'ann' });
    const one = start(log, faulty, { onApplied: record('one') });
    await until(() => one.projections.status()[0]?.state === 'failing');
    const other = start(log, new FaultyReadModels(memory), { onApplied: record('other') });
    expect(await other.projections.waitUntilCaughtUp(2_000)).toBe(true);
    append(log, { type: 'DishLiked', dish: 'a', cook: 'bo' });
    await until(() => received.length > 0);

    faulty.down = false;
    expect(await one.projections.waitUntilCaughtUp(2_000)).toBe(true);
    expect(received).toEqual(['other DishLiked', 'one DishServed, superseded']);
    await expectReferenceFold(log, memory);
  });

  test('a batch that is too large is retried in smaller ones', async () => {
    const log = new MemoryEventLog();
    const store = new FaultyReadModels(new MemoryReadModels(), (writes) => (writes.length > 40 ? 'refused' : 'made'));
    for (let n = 0; n < 500; n++) {
      log.append(`dish-${n}`, 'DishServed', { dish: `dish-${n}`, title: 'soup' }, 'ann');
    }
    const { projections } = start(log, store);
    expect(await projections.waitUntilCaughtUp(10_000)).toBe(true);
    expect(await store.open(dishProjection).range('newest', { direction: 'ascending', limit: 1_000 })).toHaveLength(
      500,
    );
  });
});

test('applies each event once in any sequence of failed commits, lost replies and restarts', async () => {
  const fate = fc.constantFrom<CommitFate>('made', 'made', 'refused', 'lost');
  const act = fc.oneof(
    { weight: 5, arbitrary: step },
    { weight: 1, arbitrary: fc.constant('restart' as const) },
    { weight: 1, arbitrary: fc.constant('pause' as const) },
  );
  const history = new Spread();
  const failures = new Spread();
  await fc.assert(
    fc.asyncProperty(
      fc.array(act, { maxLength: 80, size: 'max' }),
      fc.array(fate, { maxLength: 30, size: 'max' }),
      fc.integer({ min: 1, max: 20 }),
      async (acts, fates, batchSize) => {
        const log = new MemoryEventLog({ batchSize });
        const nextFates = fates.values();
        history.add(acts.length);
        failures.add(fates.filter((fate) => fate !== 'made').length);
        const memory = new MemoryReadModels();
        const store = new FaultyReadModels(memory, () => nextFates.next().value ?? 'made');
        const publishedTooEarly: bigint[] = [];
        const onApplied: AppliedListener = ({ position }) => {
          void memory
            .open(dishProjection)
            .checkpoint()
            .then((checkpoint = -1n) => {
              if (checkpoint < position) publishedTooEarly.push(position);
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
        expect(await memory.open(dishProjection).waitFor(head, 30_000)).toBe(true);
        await stopRunners();
        await expectReferenceFold(log, memory);
        expect(publishedTooEarly).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
  expect(history.mean).toBeGreaterThan(20);
  expect(failures.mean).toBeGreaterThan(3);
});
