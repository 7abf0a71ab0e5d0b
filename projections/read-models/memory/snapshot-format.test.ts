import { expect, test } from 'vitest';
import { contentsOf } from '../../../tests/support/contents-of.ts';
import { restored, snapshotFileOf } from '../../../tests/support/snapshot-of.ts';
import { MemoryReadModels } from './memory-read-models.ts';
import { decodeSnapshot, SnapshotUnreadable } from './snapshot-format.ts';

async function menu() {
  const model = new MemoryReadModels().open({ name: 'menu', version: 3 });
  await model.commit(undefined, 2n ** 60n, [
    { kind: 'put', collection: 'dishes', id: 'ragù', value: { title: 'Ragù 🍝' }, position: 2n ** 60n },
    { kind: 'put', collection: 'dishes', id: '\ud800', value: { title: 'Half a character: \udfff' }, position: 1n },
    { kind: 'put', collection: 'cooks', id: 'ann', value: { name: 'Ann' }, position: 7n },
    { kind: 'index', index: 'by-likes', member: 'ragù', score: Number.MAX_SAFE_INTEGER },
    { kind: 'index', index: 'by-likes', member: '\ud800', score: -1 },
  ]);
  return model;
}

test('restores a model from its snapshot, also after a change and a second snapshot', async () => {
  const model = await menu();
  let copy = await restored(await restored(model));
  expect(contentsOf(copy)).toEqual(contentsOf(model));
  expect(await copy.position()).toBe(2n ** 60n);
  expect(await copy.get('dishes', 'ragù')).toMatchObject({ json: '{"title":"Ragù 🍝"}', position: 2n ** 60n });

  for (const each of [model, copy]) {
    await each.commit(2n ** 60n, 2n ** 61n, [
      { kind: 'put', collection: 'dishes', id: 'ragù', value: { title: 'Soup' }, position: 2n ** 61n },
      { kind: 'remove', collection: 'cooks', id: 'ann' },
      { kind: 'index', index: 'by-likes', member: 'new', score: 3 },
      { kind: 'unindex', index: 'by-likes', member: 'ragù' },
    ]);
  }
  copy = await restored(copy);
  expect(contentsOf(copy)).toEqual(contentsOf(model));
  expect(contentsOf(copy)).toMatchObject({ 'index by-likes': '2 ["\\ud800",-1,"new",3]' });
});

test('restores a long index in order', async () => {
  const model = new MemoryReadModels().open({ name: 'menu', version: 3 });
  const entries = Array.from({ length: 10_001 }, (_, n) => ({ member: `dish-${n}`, score: (n * 7) % 10_001 }));
  await model.commit(
    undefined,
    1n,
    entries.map((entry) => ({ kind: 'index', index: 'by-likes', ...entry })),
  );
  const copy = await restored(model);
  await copy.commit(1n, 2n, [{ kind: 'index', index: 'by-likes', member: 'dish-1', score: -5 }]);
  const first = await copy.range('by-likes', { direction: 'ascending', limit: 2 });
  expect(first).toEqual([
    { member: 'dish-1', score: -5 },
    { member: 'dish-0', score: 0 },
  ]);
});

test('detects every changed, missing or added byte of the file', async () => {
  const file = await snapshotFileOf(await menu());
  expect(decodeSnapshot(file).head.projection.name).toBe('menu');
  const damaged: [string, Uint8Array][] = [...file].map((byte, at) => [`byte ${at}`, file.with(at, byte ^ 0x10)]);
  for (let length = 0; length < file.length; length++) damaged.push([`${length} bytes`, file.subarray(0, length)]);
  damaged.push(['more', Buffer.concat([file, Buffer.alloc(1)])]);
  for (const [what, bytes] of damaged) {
    expect(() => decodeSnapshot(Buffer.from(bytes)), what).toThrow(SnapshotUnreadable);
  }
});
