/**
 * The embedded log under power loss: records the system calls of a real run, cuts it at random points, and simulates
 * for each cut a disk that a power loss could leave. kill -9 cannot show this, because the kernel still writes the
 * buffers of a dead process.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { DamagedLog } from '../../server/core/event-log.ts';
import { openForWriting, type Synchronous } from '../../server/event-log/sqlite/schema.ts';
import { type Acknowledgement, findFaults, type Load, parseAcknowledgements } from '../support/acknowledgements.ts';
import { runProgram } from '../support/command.ts';
import { type DiskOperation, recordDisk } from '../support/disk-recording.ts';
import { Disk, randomFrom } from '../support/power-loss.ts';
import { describeWith } from '../support/requirements.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { signUp } from '../support/sign-up.ts';
import { until } from '../support/until.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many are simulated. `vitest.config.ts` sets it. */
    powerLosses: number;
  }
}

const powerLosses = inject('powerLosses');
const program = fileURLToPath(new URL('../support/appending-program.ts', import.meta.url));
const seed = Date.now() % 1_000_000;

describeWith('strace', 'power loss', (strace) => {
  let directory: string;
  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'potluck-power-'));
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  /** @param synchronous default: the log's default */
  const record = (synchronous?: Synchronous): DiskOperation[] => {
    const name = synchronous ?? 'default';
    const disk = join(directory, name);
    mkdirSync(disk);
    const notes = join(directory, `${name}-notes`);
    const load: Load = {
      file: join(disk, 'data', 'events.db'),
      notes,
      ...(synchronous && { synchronous }),
      writers: 8,
      sessions: 2,
      appendsPerSession: 250,
      maxTextLength: 1500,
      // Small, so that the recording contains several checkpoints.
      checkpointPages: 100,
    };
    return recordDisk({ strace, program, argument: JSON.stringify(load), directory, watched: disk, notes });
  };

  /** Simulates `cuts` power losses and returns the faults afterwards, one line each. */
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

  /** Commits that were not synced look like damage; synced ones never do. */
  const openUnlessDamaged = (file: string): DatabaseSync | undefined => {
    try {
      return openForWriting(file, 'FULL');
    } catch (error) {
      if (error instanceof DamagedLog) return undefined;
      throw error;
    }
  };

  const inspect = (file: string, acknowledged: readonly Acknowledgement[], checksIntegrity: boolean): string[] => {
    const db = openUnlessDamaged(file);
    if (db === undefined) return ['the log is refused as damaged'];
    try {
      const rows = db.prepare('SELECT id, stream, revision, position FROM events ORDER BY position').all();
      const events = rows.map(({ id, stream, revision, position }) => ({
        id: String(id),
        stream: String(stream),
        revision: BigInt(Number(revision)),
        position: BigInt(Number(position)),
      }));
      const integrity = checksIntegrity ? db.prepare('PRAGMA integrity_check').get()?.integrity_check : 'ok';
      return [
        ...findFaults(events, acknowledged),
        ...(integrity === 'ok' ? [] : [`the database is corrupt: ${integrity}`]),
      ];
    } finally {
      db.close();
    }
  };

  test(`${powerLosses} power losses lose no acknowledged event`, () => {
    const operations = record();
    expect(operations.filter(({ kind }) => kind === 'note').length).toBeGreaterThan(400);
    expect(cutPower(operations, powerLosses)).toEqual([]);
  });

  test('the server syncs its log for each write', async () => {
    const data = join(directory, 'server');
    const output = join(directory, 'server-calls');
    const trace = ['-f', '-y', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', output];
    const server = runProgram(
      strace,
      [...trace, process.execPath, 'server/main.ts'],
      serverEnvironment({ PORT: '0', DATA_DIR: data, SEED_SAMPLES: 'false' }),
    );
    onTestFinished(() => server.killAll());
    const [, address = ''] = await server.waitForOutput(/open (http:\S+)\n/, 60_000);
    await until(async () => (await fetch(`${address}/health/ready`)).ok, 60_000);
    const { idToken, localId: userId } = await signUp(address);
    const syncs = () =>
      readFileSync(output, 'utf8').match(/^.* f(?:data)?sync\(\d+<[^>]*\/events\.[^>]*-wal>/gm)?.length ?? 0;
    for (let n = 0; n < 20; n++) {
      const before = syncs();
      const response = await fetch(`${address}/api/grocery-list`, {
        method: 'POST',
        headers: { authorization: `Bearer ${idToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ userId, ingredients: [{ name: `Milk ${n}` }] }),
      });
      expect(response.status).toBe(201);
      // strace logs a call when it returns, at about the time of the response.
      await until(() => syncs() > before);
    }
  });

  test('the same test detects lost events when commits are not synced', () => {
    const faults = cutPower(record('NORMAL'), 100);
    expect(faults.filter((fault) => fault.endsWith('was acknowledged and is lost')).length).toBeGreaterThan(0);
  });
});
