import { expect, test } from 'vitest';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { ReadModel, Write } from '../read-models/read-model-store.ts';
import { BatchWorkspace } from './batch-workspace.ts';

interface Dish {
  readonly likes: number;
}

/** A model of dishes with one like each, indexed by age, and a list of its reads. */
async function modelWith(...dishes: string[]) {
  const model = new MemoryReadModels().open({ name: 'dishes', version: 1 });
  const writes = dishes.flatMap((id, score): Write[] => [
    { kind: 'put', collection: 'dishes', id, value: { likes: 1 }, position: 1n },
    { kind: 'index', index: 'newest', member: id, score },
  ]);
  await model.commit(undefined, 1n, writes);
  const reads: string[] = [];
  const recording: Pick<ReadModel, 'load' | 'range'> = {
    load: (collection, ids) => {
      reads.push(`${collection}: ${ids.join(' ')}`);
      return model.load(collection, ids);
    },
    range: (index, options) => {
      reads.push(`${index}: ${options.limit}`);
      return model.range(index, options);
    },
  };
  return { model: recording, reads };
}

test('writes a document once per batch, with its last value', async () => {
  const { model } = await modelWith('a');
  const workspace = new BatchWorkspace();
  do {
    for (const position of [10n, 20n]) {
      workspace.begin(position);
      const { likes } = workspace.get<Dish>('dishes', 'a') ?? { likes: 0 };
      workspace.put('dishes', 'a', { likes: likes + 1 });
    }
    workspace.put('dishes', 'b', { likes: 0 });
    workspace.remove('dishes', 'b');
    workspace.index('newest', 'b', 5);
  } while (await workspace.loadMissing(model));
  expect(workspace.takeWrites()).toEqual([
    { kind: 'put', collection: 'dishes', id: 'a', value: { likes: 3 }, position: 20n },
    { kind: 'remove', collection: 'dishes', id: 'b' },
    { kind: 'index', index: 'newest', member: 'b', score: 5 },
  ]);
  expect(workspace.takeWrites()).toEqual([]);
});

test('loads the missing reads of several events in one call, and keeps loaded and written documents for the next batch', async () => {
  const { model, reads } = await modelWith('a', 'b');
  const workspace = new BatchWorkspace();
  const likes = () => ['a', 'b', 'none'].map((id) => workspace.get<Dish>('dishes', id)?.likes);
  expect(likes()).toEqual([undefined, undefined, undefined]);
  expect(workspace.hasMissingReads).toBe(true);
  expect(await workspace.loadMissing(model)).toBe(true);
  expect(likes()).toEqual([1, 1, undefined]);
  expect(workspace.hasMissingReads).toBe(false);
  workspace.put('dishes', 'b', { likes: 2 });
  workspace.put('dishes', 'new', { likes: 0 });
  workspace.takeWrites();
  expect(likes()).toEqual([1, 2, undefined]);
  expect(workspace.get('dishes', 'new')).toEqual({ likes: 0 });
  expect(await workspace.loadMissing(model)).toBe(false);
  expect(reads).toEqual(['dishes: a b none']);
});

test('loads a longer part of an index when the batch has removed the entries of the first part', async () => {
  const dishes = Array.from({ length: 300 }, (_, n) => `dish ${n}`);
  const { model, reads } = await modelWith(...dishes);
  const workspace = new BatchWorkspace();
  const newest = async (removed: readonly string[]) => {
    let found: string[];
    do {
      for (const dish of removed) workspace.unindex('newest', dish);
      found = workspace.range('newest', { direction: 'descending', limit: 1 }).map(({ member }) => member);
    } while (await workspace.loadMissing(model));
    return found;
  };
  expect(await newest(dishes.slice(270))).toEqual(['dish 269']);
  expect(reads).toEqual(['newest: 32']);
  expect(await newest(dishes.slice(250))).toEqual(['dish 249']);
  expect(reads).toEqual(['newest: 32', 'newest: 256']);
  expect(workspace.range('newest').map(({ member }) => member)).toEqual([]);
  expect(workspace.hasMissingReads).toBe(true);
});

test('rejects a score that is not a number', () => {
  expect(() => new BatchWorkspace().index('newest', 'a', Number.NaN)).toThrow(RangeError);
});
