import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { SnapshotFolder } from './snapshot-folder.ts';
import type { SnapshotHead, SnapshotPart } from './snapshot-format.ts';

test('a snapshot that cannot be written leaves nothing behind, and the next one is written', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-snapshot-folder-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const snapshots = new SnapshotFolder(folder);
  const head: SnapshotHead = { projection: { name: 'dishes', version: 1 }, position: '7', eventId: 'last' };
  const failing = function* (): Generator<SnapshotPart> {
    yield { collection: 'dishes', items: [] };
    throw new Error('The model was closed');
  };
  await expect(snapshots.write(head, failing())).rejects.toThrow('The model was closed');
  expect(await readdir(folder)).toEqual([]);
  await snapshots.write(head, []);
  expect(await snapshots.read(head.projection)).toEqual({ head, parts: [] });
});
