import { expect, test } from 'vitest';
import { contentsOf } from '../../tests/support/contents-of.ts';
import { FaultyReadModels } from '../../tests/support/faulty-read-models.ts';
import type { ProjectedEvent, Projection } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import { BatchFold } from './batch-fold.ts';
import { LocalFold } from './local-fold.ts';

const eventAt = (position: number, data: object = {}): ProjectedEvent => {
  const meta = { actor: 'ann', at: '2026-11-20T10:00:00.000Z', schema: 1 };
  return { type: 'Imported', stream: 'notes-1', revision: BigInt(position), position: BigInt(position), data, meta };
};

test('an empty store gets what a local one gets, with few loads', async () => {
  /** Each event writes a new note, and mentions it in an older one and in the index of the older one. */
  const definition: Projection = {
    name: 'notes',
    version: 1,
    events: { Imported: [] },
    fold: ({ position, data }, workspace) => {
      const id = `note ${position}`;
      const older = `note ${'older' in data ? data.older : ''}`;
      const { count } = workspace.get<{ count: number }>('notes', older) ?? { count: 0 };
      const [first] = workspace.range(`mentions of ${older}`, { limit: 1 });
      workspace.put('notes', id, { count: workspace.get('notes', id) ? -1 : 0, earlier: first?.member });
      workspace.put('notes', older, { count: count + 1 });
      workspace.index(`mentions of ${older}`, id, Number(position));
    },
  };
  const length = 40_000;
  const events = Array.from({ length }, (_, n) =>
    eventAt(n + 1, { older: 1 + ((Math.imul(n, 0x9e3779b1) >>> 0) % (n + 1)) }),
  );
  const remote = new MemoryReadModels().open(definition);
  const loads = { documents: 0, ranges: 0 };
  const counting: Pick<ReadModel, 'load' | 'range' | 'commit'> = {
    load: (collection, ids) => {
      loads.documents += ids.length;
      return remote.load(collection, ids);
    },
    range: (index, options) => {
      loads.ranges++;
      return remote.range(index, options);
    },
    commit: remote.commit.bind(remote),
  };
  const fold = new BatchFold(definition, counting, { checkpoint: undefined, maxEvents: 1_000 }, () => {});
  for (let n = 0; n < length; n += 1_000) {
    await fold.apply(events.slice(n, n + 1_000), BigInt(n + 1_000));
    if (n === 0) expect(loads).toEqual({ documents: 0, ranges: 0 });
    if (n < 8_000) expect(loads.documents).toBe(0);
  }
  const local = new MemoryReadModels().open(definition);
  new LocalFold(definition, local.local, undefined, () => {}).apply(events, BigInt(length));
  expect(contentsOf(remote)).toEqual(contentsOf(local));
  // Of the older notes, some were evicted. No new one was looked for.
  expect(loads.documents).toBeGreaterThan(1_000);
  expect(loads.documents).toBeLessThan(length / 2);
});

test('commits early when a few events change much, as a store may refuse a larger commit', async () => {
  const notesPerEvent = 8_000;
  const definition: Projection = {
    name: 'notes',
    version: 1,
    events: { Imported: [] },
    fold: ({ position }, workspace) => {
      for (let n = 0; n < notesPerEvent; n++) workspace.put('notes', `${position}-${n}`, {});
    },
  };
  const imported = Array.from({ length: 4 }, (_, n) => eventAt(n + 1));
  const sizes: number[] = [];
  const store = new FaultyReadModels(new MemoryReadModels(), ({ length }) => {
    sizes.push(length);
    return 'made';
  });
  const model = store.open(definition);
  const fold = new BatchFold(definition, model, { checkpoint: undefined, maxEvents: 500 }, () => {});
  await fold.apply(imported, 4n);
  // The event that passes 20,000 changes is the last one of its commit.
  expect(sizes).toEqual([3 * notesPerEvent, notesPerEvent]);
  expect(await model.checkpoint()).toBe(4n);
});
