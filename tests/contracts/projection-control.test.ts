/** Pause, resume and skip: what operators decide about projections, in a runner on each kind of store. */
import { afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import { type Finding, verifyReadModels } from '../../projections/verify/verify-read-models.ts';
import { dishProjection } from '../support/dish-projection.ts';
import { append, expectReferenceFold, ids, start, stopRunners, storeKinds } from '../support/dish-runners.ts';
import { MemoryEventLog } from '../support/memory-event-log.ts';
import { QuietLogger } from '../support/quiet-logger.ts';
import { until } from '../support/until.ts';

afterEach(stopRunners);

/** Counts dishes, and cannot fold a dish that is called `poison`. */
const poisonedProjection: Projection = {
  ...dishProjection,
  fold(event, workspace) {
    if ('dish' in event.data && event.data.dish === 'poison') throw new Error('The dish is poisoned');
    dishProjection.fold(event, workspace);
  },
};

const serve = (log: MemoryEventLog, dish: string): bigint => append(log, { type: 'DishServed', dish, cook: 'ann' });
const decide = (log: MemoryEventLog, type: string, data = {}): bigint =>
  log.append('projection-dishes', type, data, 'mia');
const skip = (log: MemoryEventLog, position: bigint, version = dishProjection.version): bigint =>
  decide(log, 'EventSkipped', { version, position: String(position), why: 'poisoned' });

async function startControlled(log: MemoryEventLog, store: ReadModelStore, definition = dishProjection) {
  const controls = await ProjectionControls.read(log, [dishProjection.name]);
  controls.follow(log, await log.head(), new QuietLogger());
  onTestFinished(() => controls.stop());
  const { projections, logger } = start(log, store, { definitions: [definition], controls });
  const model = store.open(definition);
  const state = () => projections.status()[0]?.state;
  return { projections, logger, model, state };
}

describe.each(storeKinds)('the control of a projection %s', (_, newStore) => {
  test('stops at the event of the pause, and continues when it is resumed', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    const { model, state } = await startControlled(log, store);
    const served = serve(log, 'a');
    await until(() => state() === 'live');
    expect(await model.waitFor(served, 30_000)).toBe(true);
    const paused = decide(log, 'ProjectionPaused');
    await until(() => state() === 'paused');
    const next = serve(log, 'b');
    expect(await model.waitFor(next, 50)).toBe(false);
    expect(await model.checkpoint()).toBe(paused);
    decide(log, 'ProjectionResumed');
    expect(await model.waitFor(next, 30_000)).toBe(true);
    await until(() => state() === 'live');
    await expectReferenceFold(log, store);
  });

  test('builds up to the event of the pause at a start, and does not keep a start waiting', async () => {
    const log = new MemoryEventLog({ batchSize: 4 });
    const store = newStore();
    for (const dish of ids) serve(log, dish);
    const paused = decide(log, 'ProjectionPaused');
    for (const dish of ids) append(log, { type: 'DishLiked', dish, cook: 'bo' });
    const { model, projections, state } = await startControlled(log, store);
    expect(await projections.waitUntilCaughtUp(5_000)).toBe(false);
    expect(state()).toBe('paused');
    expect(await model.resume()).toEqual({ position: paused, eventId: expect.any(String) });
    expect(await model.load('dishes', ids)).toMatchObject(ids.map(() => ({ likes: 0 })));
    decide(log, 'ProjectionResumed');
    await until(() => state() === 'live');
    await expectReferenceFold(log, store);
  });

  test('two runners on one store stop at the same event, and both continue', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    const both = [await startControlled(log, store), await startControlled(log, store)];
    serve(log, 'a');
    const paused = decide(log, 'ProjectionPaused');
    await until(() => both.every(({ state }) => state() === 'paused'));
    expect(await both[0]?.model.checkpoint()).toBe(paused);
    serve(log, 'b');
    decide(log, 'ProjectionResumed');
    await until(() => both.map(({ state }) => state()).includes('live'));
    await until(async () => (await both[0]?.model.checkpoint()) === (await log.head()));
    await expectReferenceFold(log, store);
  });

  test('leaves out a skipped event at once, also when it is built again, and a verification knows', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    const { model, state } = await startControlled(log, store, poisonedProjection);
    serve(log, 'a');
    const poison = serve(log, 'poison');
    const after = serve(log, 'b');
    await until(() => state() === 'failing');
    expect(await model.waitFor(after, 50)).toBe(false);
    skip(log, poison, dishProjection.version + 1);
    skip(log, after);
    expect(await model.waitFor(after, 50)).toBe(false);
    skip(log, poison);
    expect(await model.waitFor(after, 30_000)).toBe(true);
    await until(() => state() === 'live');
    expect(await model.load('dishes', ['a', 'poison', 'b'])).toMatchObject([{ likes: 0 }, undefined, undefined]);

    const again = newStore();
    const rebuilt = await startControlled(log, again, poisonedProjection);
    await until(() => rebuilt.state() === 'live');
    expect(await rebuilt.model.load('dishes', ['a', 'poison'])).toMatchObject([{ likes: 0 }, undefined]);

    const { isSkipped } = (await ProjectionControls.read(log, ['dishes'])).of(dishProjection);
    const verified = async (models: Parameters<typeof verifyReadModels>[0]['models']) => {
      const findings: Finding[] = [];
      const { signal } = new AbortController();
      for await (const finding of verifyReadModels({ log, models, signal })) findings.push(finding);
      return findings;
    };
    expect(await verified([{ definition: poisonedProjection, model, isSkipped }])).toMatchObject([
      { kind: 'verified', differences: 0 },
    ]);
    expect(await verified([{ definition: poisonedProjection, model }])).toMatchObject([
      { kind: 'difference', difference: { kind: 'model', reason: expect.stringContaining('poisoned') } },
      { kind: 'verified', differences: 1 },
    ]);
  });

  test('a failing projection that is paused is not retried until it is resumed', async () => {
    const log = new MemoryEventLog();
    const store = newStore();
    const { projections, state, logger } = await startControlled(log, store, poisonedProjection);
    const poison = serve(log, 'poison');
    await until(() => state() === 'failing');
    decide(log, 'ProjectionPaused');
    await until(() => state() === 'paused');
    expect(projections.status()).toMatchObject([{ lastError: { position: String(poison) } }]);
    const failures = logger.problems.length;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(logger.problems.length).toBe(failures);
    decide(log, 'ProjectionResumed');
    await until(() => logger.problems.length > failures);
    skip(log, poison);
    await until(() => state() === 'live');
  });
});
