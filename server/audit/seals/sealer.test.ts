import { cp, mkdtemp, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventOf, makeSealedLog, type SealedLog } from '../../../tests/support/sealed-log.ts';
import type { ReadableLog } from '../../core/event-log.ts';
import { openSqliteLogReader } from '../../event-log/sqlite/open-sqlite-log-reader.ts';
import type { Checkpoint } from './checkpoint.ts';
import { CheckpointFile } from './checkpoint-file.ts';
import { openKey } from './key-file.ts';
import { leafOf } from './leaf.ts';
import { MerkleTree } from './merkle/tree.ts';
import { verifyNote } from './note.ts';
import { refute } from './proof-file.ts';
import { proveConsistency, proveInclusion } from './prove.ts';
import { readPublicKeys, type SealFolder, sealFolder } from './seal-folder.ts';
import { LogDiffersFromSeals, Sealer } from './sealer.ts';

let log: SealedLog;
const sizes = [1, 255, 256, 300, 1_000, 1_001];
beforeAll(async () => {
  log = await makeSealedLog();
  let count = 0;
  for (const size of sizes) {
    log.append(size - count);
    count = size;
    await log.seal();
  }
});
afterAll(() => log.remove());

/** The same events, at ten times their positions. */
const withSparsePositions = ({ readAll }: ReadableLog): Pick<ReadableLog, 'readAll'> => ({
  async *readAll({ after, from, ...options } = {}) {
    const start = {
      ...(after !== undefined && { after: after / 10n }),
      ...(from !== undefined && { from: from / 10n }),
    };
    for await (const event of readAll({ ...options, ...start })) yield { ...event, position: event.position * 10n };
  },
});

async function checkpointsIn(folder: SealFolder): Promise<(Checkpoint | undefined)[]> {
  const found: (Checkpoint | undefined)[] = [];
  for await (const one of folder.checkpoints.all()) found.push(one);
  return found;
}

const rootOf = (size: number): Promise<Buffer> =>
  log.read(async (reader) => {
    const tree = new MerkleTree();
    for await (const event of reader.readAll({ limit: size })) tree.add(leafOf(event));
    return tree.root();
  });

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

test('signs a checkpoint over all events, and keeps all checkpoints', async () => {
  const found = await checkpointsIn(log.folder);
  expect(found.map((one) => one?.size)).toEqual(sizes);
  const keys = await readPublicKeys(log.folder);
  expect(keys).toHaveLength(1);
  for (const one of found) {
    expect(one?.root).toEqual(await rootOf(one?.size ?? 0));
    expect(one && verifyNote(one.note, keys)).toBe(keys[0]);
  }
});

test('keeps the tiles of the last checkpoint and the full ones, for the owner only', async () => {
  const tiles = (await filesIn(log.seals)).filter((name) => name.startsWith('tile/'));
  expect(tiles.sort()).toEqual(['tile/0/000', 'tile/0/001', 'tile/0/002', 'tile/0/003.p/233', 'tile/1/000.p/3']);
  for (const file of ['key', 'checkpoints', 'events.index', 'tile/0/000']) {
    expect((await stat(join(log.seals, file))).mode & 0o077, file).toBe(0);
  }
});

test('proves every event, and that each checkpoint is the beginning of the last', async () => {
  const keys = await readPublicKeys(log.folder);
  await log.read(async (reader) => {
    for (const position of [1n, 2n, 256n, 257n, 700n, 1_001n]) {
      const proof = await proveInclusion(log.folder, reader, position);
      expect([proof.leaf, refute(proof, keys)]).toEqual([Number(position) - 1, undefined]);
      expect(refute({ ...proof, entry: proof.entry.replace('Crème', 'Creme') }, keys)).toMatch(/not the one/);
    }
    await expect(proveInclusion(log.folder, reader, 1_002n)).rejects.toThrow('No event at position 1002 is sealed');
  });
  for (const one of await checkpointsIn(log.folder)) {
    if (!one) throw new Error('A checkpoint is damaged');
    expect(refute(await proveConsistency(log.folder, one), keys, one)).toBeUndefined();
  }
});

describe('after a crash', () => {
  /** Seals a copy of the folder on, after a change to its files. */
  async function sealOn(change: (copy: string) => Promise<void>, options = {}): Promise<SealFolder> {
    const copy = await mkdtemp(join(log.path, 'copy-'));
    await cp(log.seals, copy, { recursive: true });
    await change(copy);
    const folder = sealFolder(copy);
    const reader = openSqliteLogReader(log.file);
    try {
      const signer = await openKey({ keyFile: join(copy, 'key'), origin: undefined }, undefined);
      const sealer = await Sealer.open(folder, signer, reader, options);
      for await (const event of reader.readAll({ after: sealer.position ?? 0n })) sealer.add(event);
      await sealer.seal();
    } finally {
      await reader.close();
    }
    return folder;
  }

  async function expectWhole(folder: SealFolder): Promise<void> {
    const found = await checkpointsIn(folder);
    const sealed = found.map((one) => one?.size ?? 0);
    expect(sealed).toEqual([...new Set(sealed)].sort((one, other) => one - other));
    expect(found.at(-1)?.size).toBe(1_001);
    expect(found.at(-1)?.root).toEqual(await rootOf(1_001));
    const keys = await readPublicKeys(folder);
    await log.read(async (reader) => {
      for (const position of [1n, 500n, 1_001n]) {
        expect(refute(await proveInclusion(folder, reader, position), keys)).toBeUndefined();
      }
    });
    await rm(folder.path, { recursive: true });
  }

  test('that cut any file at any byte, continues: nothing is lost or sealed twice', async () => {
    const files = (await filesIn(log.seals)).filter((name) => name !== 'key' && name !== 'lock');
    expect(files.length).toBeGreaterThan(6);
    for (const file of files) {
      const { size } = await stat(join(log.seals, file));
      const cuts = [0, size - 1, ...Array.from({ length: 3 }, () => Math.floor(Math.random() * size))];
      // Full tiles are written as a whole and never again: a crash does not cut them.
      const rebuild = /tile\/.*\/\d+$/.test(file) && !file.includes('.p/');
      for (const cut of cuts) await expectWhole(await sealOn((copy) => truncate(join(copy, file), cut), { rebuild }));
    }
  });

  test('that lost every file but the key and the checkpoints, builds them again', async () => {
    const folder = await sealOn(async (copy) => {
      await rm(join(copy, 'tile'), { recursive: true });
      await rm(join(copy, 'events.index'));
    });
    await expectWhole(folder);
  });

  test('that left another byte in a tile, builds them again', async () => {
    const folder = await sealOn(async (copy) => {
      const tile = join(copy, 'tile/0/003.p/233');
      const bytes = await readFile(tile);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      await writeFile(tile, bytes);
    });
    await expectWhole(folder);
  });

  test('that left tiles and index entries behind the last checkpoint, writes them again', async () => {
    const folder = await sealOn(async (copy) => {
      const text = await readFile(join(copy, 'checkpoints'), 'utf8');
      const records = text.split(/(?<=\n\n)(?=potluck)/);
      await writeFile(join(copy, 'checkpoints'), records.slice(0, 4).join(''));
    });
    await expectWhole(folder);
  });
});

test('never cuts off a file of checkpoints that is damaged beyond an interrupted record', async () => {
  const path = join(log.path, 'damaged');
  const damaged = 'x'.repeat(20_000);
  await writeFile(path, damaged);
  const file = new CheckpointFile(path);
  await expect(file.repair()).rejects.toThrow('restore it from a backup');
  await expect(file.last()).rejects.toThrow('restore it from a backup');
  expect(await readFile(path, 'utf8')).toBe(damaged);
});

test('seals nothing more after a write has failed', async () => {
  const other = await makeSealedLog();
  other.append(20);
  await other.seal(10);
  other.append(20);
  const signer = await openKey({ keyFile: join(other.seals, 'key'), origin: undefined }, undefined);
  await other.read(async (reader) => {
    const sealer = await Sealer.open(other.folder, signer, reader);
    for await (const event of reader.readAll({ after: sealer.position ?? 0n, limit: 10 })) sealer.add(event);
    await rm(join(other.seals, 'tile'), { recursive: true });
    await writeFile(join(other.seals, 'tile'), '');
    await expect(sealer.seal()).rejects.toThrow();
    await rm(join(other.seals, 'tile'));
    for await (const event of reader.readAll({ after: sealer.position ?? 0n })) sealer.add(event);
    await expect(sealer.seal()).rejects.toThrow();
  });
  expect((await checkpointsIn(other.folder)).map((one) => one?.size)).toEqual([10, 20]);
  await other.remove();
});

test('builds the tiles of a long log again, which it writes in several steps', async () => {
  const path = join(log.path, 'long');
  const folder = sealFolder(path);
  const signer = await openKey({ keyFile: join(path, 'key'), origin: undefined }, undefined);
  const event = { ...eventOf(0), stream: 'post-1' };
  const long: Pick<ReadableLog, 'readAll'> = {
    async *readAll({ limit = 66_000 } = {}) {
      for (let n = 0; n < limit; n++) yield { ...event, revision: BigInt(n), position: BigInt(n + 1) };
    },
  };
  const sealer = await Sealer.open(folder, signer, long);
  for await (const one of long.readAll()) sealer.add(one);
  await sealer.seal();
  const files = (await filesIn(path)).sort();
  const index = await readFile(join(path, 'events.index'));
  for (const name of ['tile', 'events.index']) await rm(join(path, name), { recursive: true });
  await Sealer.open(folder, signer, long);
  expect((await filesIn(path)).sort()).toEqual(files);
  expect((await readFile(join(path, 'events.index'))).equals(index)).toBe(true);
});

describe('a log that differs from the seals', () => {
  test.each([
    ['is shorter', 'DELETE FROM events WHERE position > 990'],
    ['has another last event', `UPDATE events SET record = replace(record, '"n":1000', '"n":1') WHERE position = 1001`],
  ])('is not sealed on if it %s', async (_what, sql) => {
    const other = await makeSealedLog();
    other.append(1_001);
    await other.seal();
    other.tamper((db) => db.exec(sql));
    await expect(other.seal()).rejects.toBeInstanceOf(LogDiffersFromSeals);
    expect((await checkpointsIn(other.folder)).length).toBe(1);
    await other.remove();
  });

  test.each([1, 600])('is sealed on if only its positions changed, as by a move, after %i events', async (size) => {
    const other = await makeSealedLog();
    other.append(size);
    await other.seal();
    const proof = await other.read(async (reader) => {
      const moved = withSparsePositions(reader);
      const signer = await openKey({ keyFile: join(other.seals, 'key'), origin: undefined }, undefined);
      const sealer = await Sealer.open(other.folder, signer, moved);
      expect(sealer.position).toBe(10n * BigInt(size));
      await sealer.seal();
      return proveInclusion(other.folder, moved, 10n * BigInt(size));
    });
    expect(proof.leaf).toBe(size - 1);
    await other.remove();
  });
});

test('a replaced key is visible, and earlier checkpoints verify with the former one', async () => {
  const other = await makeSealedLog();
  other.append(20);
  const first = await other.seal();
  await rename(join(other.seals, 'key'), join(other.path, 'lost'));
  other.append(20);
  const second = await other.seal();
  expect(second?.origin).toBe(first?.origin);
  const [former, current] = await readPublicKeys(other.folder);
  if (!first || !second || !former || !current) throw new Error('A key or a checkpoint is missing');
  expect(verifyNote(first.note, [former])).toBe(former);
  expect(verifyNote(second.note, [former])).toBe('unknown');
  const report = await other.check();
  expect(report.findings).toEqual([]);
  expect(report.keys).toEqual([
    { key: former.text, fromSize: 20 },
    { key: current.text, fromSize: 40 },
  ]);
  await other.remove();
});
