/**
 * The embedded log under power loss: a real run is recorded call by call, cut at random points, and for each cut a disk
 * is made up that a power loss might have left. kill -9 cannot show this, since the kernel writes what a dead process left.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openForWriting, type Synchronous } from '../../server/event-log/sqlite/schema.ts';
import { type Acknowledgement, findFaults, type Load, parseAcknowledgements } from '../support/acknowledgements.ts';
import { type DiskOperation, recordDisk } from '../support/disk-recording.ts';
import { Disk, randomFrom } from '../support/power-loss.ts';
import { describeWith } from '../support/requirements.ts';

const program = fileURLToPath(new URL('../support/appending-program.ts', import.meta.url));
const seed = Date.now() % 1_000_000;

describeWith('strace', 'power loss', (strace) => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'potluck-power-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const record = (synchronous: Synchronous): DiskOperation[] => {
    const disk = join(directory, synchronous);
    mkdirSync(disk);
    const notes = join(directory, `${synchronous}-notes`);
    const load: Load = {
      file: join(disk, 'data', 'events.db'),
      notes,
      synchronous,
      writers: 8,
      sessions: 2,
      appendsPerSession: 250,
      maxTextLength: 1500,
      // Small, so that the recording holds several checkpoints.
      checkpointPages: 100,
    };
    return recordDisk({ strace, program, argument: JSON.stringify(load), directory, watched: disk, notes });
  };

  /** Cuts the power `cuts` times and answers what was wrong afterwards, one line per fault. */
  const cutPower = (operations: readonly DiskOperation[], cuts: number): string[] => {
    const random = randomFrom(seed);
    const points = Array.from({ length: cuts }, () => Math.floor(random() * (operations.length + 1)));
    const disk = new Disk();
    const acknowledged: Acknowledgement[] = [];
    const faults: string[] = [];
    let next = 0;
    for (const [n, point] of points.toSorted((one, other) => one - other).entries()) {
      for (const operation of operations.slice(next, point)) {
        disk.apply(operation);
        if (operation.kind === 'note') acknowledged.push(...parseAcknowledgements(operation.text));
      }
      next = Math.max(next, point);
      const image = join(directory, 'image');
      mkdirSync(image);
      for (const [path, content] of disk.afterPowerLoss(random)) writeFileSync(join(image, basename(path)), content);
      const found = inspect(join(image, 'events.db'), acknowledged, n % 10 === 0);
      faults.push(...found.map((fault) => `cut ${n} before call ${point}, seed ${seed}: ${fault}`));
      rmSync(image, { recursive: true });
    }
    return faults;
  };

  const inspect = (file: string, acknowledged: readonly Acknowledgement[], thoroughly: boolean): string[] => {
    const db = openForWriting(file, 'FULL');
    try {
      const rows = db.prepare('SELECT id, stream, revision, position FROM events ORDER BY position').all();
      const places = rows.map(({ id, stream, revision, position }) => ({
        id: String(id),
        stream: String(stream),
        revision: BigInt(Number(revision)),
        position: BigInt(Number(position)),
      }));
      const verdict = thoroughly ? db.prepare('PRAGMA integrity_check').get()?.integrity_check : 'ok';
      return [
        ...findFaults(places, acknowledged),
        ...(verdict === 'ok' ? [] : [`the database is corrupt: ${verdict}`]),
      ];
    } finally {
      db.close();
    }
  };

  test('nothing acknowledged is lost in 1,000 power losses', () => {
    const operations = record('FULL');
    expect(operations.filter(({ kind }) => kind === 'note').length).toBeGreaterThan(400);
    expect(cutPower(operations, 1000)).toEqual([]);
  });

  test('the same test finds what is lost when commits are not synced', () => {
    const faults = cutPower(record('NORMAL'), 200);
    expect(faults.filter((fault) => fault.endsWith('was acknowledged and is lost')).length).toBeGreaterThan(0);
  });
});
