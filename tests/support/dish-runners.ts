/** Runners of the dish projection on a test's log, and the model that they must produce. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { filterOf, type ProjectedEvent, type Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { AppliedListener } from '../../projections/runner/applied.ts';
import type { Controls } from '../../projections/runner/control.ts';
import { type Projections, startProjections } from '../../projections/runner/start-projections.ts';
import { dishProjection, readDishes } from './dish-projection.ts';
import { FaultyReadModels } from './faulty-read-models.ts';
import type { MemoryEventLog } from './memory-event-log.ts';
import { QuietLogger } from './quiet-logger.ts';
import { referenceFold } from './reference-fold.ts';

const briefDelays = { firstMs: 1, maxUnavailableMs: 4, maxFailingMs: 4 };
const running: Projections[] = [];

interface Started {
  readonly projections: Projections;
  readonly logger: QuietLogger;
}

export function start(
  log: MemoryEventLog,
  store: ReadModelStore,
  options: { definitions?: Projection[]; onApplied?: AppliedListener; standbyMs?: number; controls?: Controls } = {},
): Started {
  const logger = new QuietLogger();
  const { definitions = [dishProjection], standbyMs = 10, ...rest } = options;
  const delays = { ...briefDelays, standbyMs };
  const projections = startProjections({ log, store, definitions, logger, delays, ...rest });
  running.push(projections);
  return { projections, logger };
}

/** Call this after each test. */
export async function stopRunners(): Promise<void> {
  await Promise.all(running.splice(0).map((projections) => projections.stop()));
}

export const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const cooks = ['ann', 'bo'];

/** A random event of a dish or a cook. */
export const step = fc.record({
  type: fc.constantFrom(...Object.keys(dishProjection.events), 'DishServed', 'DishServed', 'SomethingElse'),
  dish: fc.constantFrom(...ids),
  cook: fc.constantFrom(...cooks),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

export function append(log: MemoryEventLog, { type, dish, cook }: Step): bigint {
  return log.append(`dish-${dish}`, type, { dish, title: `${dish} by ${cook}` }, cook);
}

async function eventsOf(log: MemoryEventLog, definition: Projection): Promise<ProjectedEvent[]> {
  const events: ProjectedEvent[] = [];
  const done = new AbortController();
  const batches = log.subscribe({ signal: done.signal, filter: filterOf(definition) });
  for await (const batch of batches) {
    events.push(...batch.events);
    if (batch.caughtUp) break;
  }
  done.abort();
  return events;
}

export async function expectReferenceFold(log: MemoryEventLog, store: ReadModelStore): Promise<void> {
  const expected = await referenceFold(dishProjection, await eventsOf(log, dishProjection));
  const actual = store.open(dishProjection);
  expect(await readDishes(actual, ids, cooks)).toEqual(await readDishes(expected, ids, cooks));
}

/** A runner folds directly into a store of its own process, and in batches into any other. */
export const storeKinds: [kind: string, newStore: () => ReadModelStore][] = [
  ['with a local store', () => new MemoryReadModels()],
  ['with a remote store', () => new FaultyReadModels(new MemoryReadModels())],
];
