/** A runner whose log is older than the one that the read model was built from. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { AppliedListener } from '../../projections/runner/applied.ts';
import { LogBehindCheckpoint, type SubscriptionBatch } from '../../server/core/event-log.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { append, expectReferenceFold, ids, start, stopRunners, storeKinds } from '../support/dish-runners.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { until } from '../support/until.ts';

afterEach(stopRunners);

/** Builds the read model from the whole log. */
async function foldAll(log: MemoryEventLog, store: ReadModelStore): Promise<void> {
  const { projections } = start(log, store);
  await projections.waitUntilCaughtUp(2_000);
  await projections.stop();
}

describe.each(storeKinds)('a runner %s', (_, newStore) => {
  test('rebuilds a read model that is ahead of the log, and logs that once', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
    await foldAll(log, store);
    // An older backup was restored.
    log.truncate(1);
    const { projections, logger } = start(log, store);
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    await expectReferenceFold(log, store);
    expect(projections.status()[0]).toMatchObject({ state: 'live', position: String(await log.head()) });
    expect(logger.problems).toMatchObject([
      { level: 'warn', message: 'The log is behind the read model, which is cleared and built again' },
    ]);
    const served = append(log, { type: 'DishServed', dish: 'b', cook: 'bo' });
    expect(await store.open(dishProjection).waitFor(served, 30_000)).toBe(true);
    await expectReferenceFold(log, store);
  });

  test('rebuilds a read model even if the older log has grown past it', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
    // The checkpoint is at an event that the projection does not fold.
    append(log, { type: 'SomethingElse', dish: 'a', cook: 'ann' });
    await foldAll(log, store);
    log.truncate(2);
    for (const dish of [...ids, ...ids]) append(log, { type: 'DishServed', dish, cook: 'bo' });
    const { projections, logger } = start(log, store);
    expect(await projections.waitUntilCaughtUp(2_000)).toBe(true);
    await expectReferenceFold(log, store);
    expect(logger.problems).toHaveLength(1);
    await projections.stop();

    // But not when the log is unchanged.
    const again = start(log, store);
    expect(await again.projections.waitUntilCaughtUp(2_000)).toBe(true);
    expect(again.logger.problems).toEqual([]);
  });

  test('does not clear a read model that another runner is rebuilding', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
    await foldAll(log, store);
    log.truncate(2);
    const runners = Array.from({ length: 4 }, () => start(log, store));
    const caughtUp = await Promise.all(runners.map(({ projections }) => projections.waitUntilCaughtUp(5_000)));
    expect(caughtUp).toEqual([true, true, true, true]);
    await expectReferenceFold(log, store);
  });

  test('clears a read model only when the log is reported behind it twice', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    for (const dish of ids) append(log, { type: 'DishServed', dish, cook: 'ann' });
    await foldAll(log, store);

    const end = (await log.head()) ?? 0n;
    const falselyBehind = async function* (...before: SubscriptionBatch[]) {
      yield* before;
      throw new LogBehindCheckpoint(end, undefined);
    };
    const subscribe = vi.spyOn(log, 'subscribe');
    const built: bigint[] = [];
    const onApplied: AppliedListener = ({ position }) => built.push(position);
    subscribe.mockImplementationOnce(() => falselyBehind());
    // The position was present in between, so this is a first report again.
    subscribe.mockImplementationOnce(() => falselyBehind({ events: [], position: end, caughtUp: true }));
    const first = start(log, store, { onApplied });
    await until(() => subscribe.mock.calls.length === 3);
    await until(() => first.projections.status()[0]?.state === 'live');
    expect(built).toEqual([]);
    expect(first.logger.problems).toEqual([]);
    await first.projections.stop();

    subscribe.mockImplementationOnce(() => falselyBehind()).mockImplementationOnce(() => falselyBehind());
    const second = start(log, store, { onApplied });
    expect(await second.projections.waitUntilCaughtUp(2_000)).toBe(true);
    expect(built.at(-1)).toBe(end);
    expect(second.logger.problems).toMatchObject([
      { level: 'warn', message: 'The log is behind the read model, which is cleared and built again' },
    ]);
    await expectReferenceFold(log, store);
  });
});
