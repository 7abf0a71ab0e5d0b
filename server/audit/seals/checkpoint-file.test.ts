import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import { listCheckpoints } from './list-checkpoints.ts';
import { newSigner } from './note.ts';

const folder = mkdtempSync(join(tmpdir(), 'potluck-checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));

const file = new CheckpointFile(join(folder, 'checkpoints'));
/** Of checkpoints in a file of many times the bytes that are read at once. */
const sizes: number[] = [];

beforeAll(async () => {
  const signer = newSigner('potluck.example/lög');
  for (let size = 3; sizes.length < 400; size += 1 + (size % 7)) {
    sizes.push(size);
    await file.append(signCheckpoint(size, Buffer.alloc(32, size), signer));
  }
});

test('lists the newest ones, as many as are wanted', async () => {
  for (const count of [1, 20, 399, 400, 1_000]) {
    const newest = (await file.newest(count)).map(({ size }) => size);
    expect(newest, `${count}`).toEqual(sizes.toReversed().slice(0, count));
  }
  expect(await new CheckpointFile(join(folder, 'none')).newest(3)).toEqual([]);
});

test('looks up what each covers with one open file at a time', async () => {
  let [open, most] = [0, 0];
  const index = {
    at: async (leaf: number) => {
      most = Math.max(most, ++open);
      await setImmediate();
      open -= 1;
      return { position: 1n, revision: 0, stream: 0, atMs: leaf };
    },
  };
  const listed = await listCheckpoints({ checkpoints: file, index }, 400);
  expect(listed.map(({ upTo }) => upTo?.getTime())).toEqual(sizes.toReversed().map((size) => size - 1));
  expect(most).toBe(1);
});

test('finds the first one of at least so many events', async () => {
  const last = sizes.at(-1) ?? 0;
  for (let size = 1; size <= last; size++) {
    expect((await file.firstOf(size))?.size).toBe(sizes.find((one) => one >= size));
    expect((await file.around(size)).before?.size).toBe(sizes.findLast((one) => one < size));
  }
  expect(await file.firstOf(last + 1)).toBeUndefined();
});

test('copies what is complete', async () => {
  const copy = join(folder, 'copy');
  expect((await file.copyTo(copy))?.size).toBe(sizes.at(-1));
  expect(readFileSync(copy, 'utf8')).toBe(readFileSync(join(folder, 'checkpoints'), 'utf8'));
});
