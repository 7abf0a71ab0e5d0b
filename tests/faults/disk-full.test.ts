/** The embedded log and the server on a full disk. */
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { Health } from '../../server/core/contracts/health.ts';
import type { RecordedEvent } from '../../server/core/event-log.ts';
import { openSqliteEventLog } from '../../server/event-log/sqlite/open-sqlite-event-log.ts';
import { findFaults, type Load, parseAcknowledgements } from '../support/acknowledgements.ts';
import { runProgram } from '../support/command.ts';
import { limitFileSize, withoutSizeSignal } from '../support/file-size-limit.ts';
import { describeWith } from '../support/requirements.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { signUp } from '../support/sign-up.ts';
import { until } from '../support/until.ts';

const program = fileURLToPath(new URL('../support/appending-program.ts', import.meta.url));

test('reports a full disk, refuses appends, and keeps every acknowledged event', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'potluck-full-'));
  const [file, notes] = [join(directory, 'events.db'), join(directory, 'notes')];
  // Checkpoints are so frequent that the database reaches the limit before the write-ahead log does.
  const load: Load = { file, notes, writers: 8, sessions: 1, maxTextLength: 20_000, checkpointPages: 100 };
  // Limits the size of each file. Without the trap the system would kill the process instead of refusing the write.
  const script = `trap '' XFSZ; ulimit -f 5000; exec "$0" "$@"`;
  const result = spawnSync('sh', ['-c', script, process.execPath, program, JSON.stringify(load)], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect(result.stderr.match(/its write-ahead log grows and cannot be moved/g)).toHaveLength(1);
  expect(result.stderr).toContain('EventLogUnavailable: The event log could not be written; check the disk');

  const log = await openSqliteEventLog({ file });
  const events: RecordedEvent[] = [];
  for await (const event of log.readAll()) events.push(event);
  const acknowledged = parseAcknowledgements(readFileSync(notes, 'utf8'));
  expect(acknowledged.length).toBeGreaterThan(10);
  expect(findFaults(events, acknowledged)).toEqual([]);
  await log.close();
  rmSync(directory, { recursive: true });
});

describeWith('prlimit', 'a server whose disk is full', (prlimit) => {
  test('is not ready, logs it once, and recovers when the disk has space again', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'potluck-full-'));
    const environment = serverEnvironment({ PORT: '0', DATA_DIR: folder });
    const server = runProgram(...withoutSizeSignal(process.execPath, ['server/main.ts']), environment);
    onTestFinished(() => {
      server.killAll();
      rmSync(folder, { recursive: true, force: true });
    });
    const [, address = ''] = await server.waitForOutput(/open (http:\S+)\n/, 30_000);
    const health = async () => {
      const response = await fetch(`${address}/health/ready`);
      const { parts }: Health = await response.json();
      return { status: response.status, log: parts[0] };
    };
    await until(async () => (await health()).status === 200);
    const { idToken: token, localId: userId } = await signUp(address);
    const addItem = (name: string) =>
      fetch(`${address}/api/grocery-list`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'idempotency-key': randomUUID(),
        },
        body: JSON.stringify({ userId, ingredients: [{ name }] }),
      });
    expect((await addItem('Milk')).status).toBe(201);

    limitFileSize(prlimit, server.pid, 4096);
    for (const name of ['Eggs', 'Flour', 'Salt']) {
      const response = await addItem(name);
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2']);
    }
    // SQLite reports a file size limit as an I/O error; a full disk would be DISK_FULL.
    expect(await health()).toEqual({ status: 503, log: { name: 'event log', ready: false, reason: 'DISK_ERROR' } });
    expect((await fetch(`${address}/api/recipes`)).status).toBe(200);

    limitFileSize(prlimit, server.pid, 'unlimited');
    await until(async () => (await health()).status === 200);
    await server.waitForOutput(/can be written again"[^\n]*\n/, 30_000);
    const lines = server.stderr().trim().split('\n');
    const messages = lines.map((line): string => JSON.parse(line).msg);
    // The index of the log is on the same disk, and is written at times of its own.
    expect(messages.filter((message) => !message.startsWith('The index of the log'))).toEqual([
      'The event log cannot be written: changes are refused until it can',
      'The event log can be written again',
    ]);
    expect((await addItem('Eggs')).status).toBe(201);
    const list = await fetch(`${address}/api/grocery-list/${userId}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const { items }: GroceryList = await list.json();
    expect(items.map(({ name }) => name)).toEqual(['Milk', 'Eggs']);
  });

  test('logs why its identity emulator restarts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'potluck-full-'));
    const [shell, args] = withoutSizeSignal(process.execPath, [
      'tests/support/emulator-parent.ts',
      join(folder, 'accounts'),
    ]);
    const emulator = runProgram(shell, args, serverEnvironment({}));
    onTestFinished(() => {
      emulator.killAll();
      rmSync(folder, { recursive: true, force: true });
    });
    const [started] = await emulator.waitForOutput(/\{.*\}\n/, 30_000);
    const { pid, base }: { pid: number; base: string } = JSON.parse(started);
    await signUp(base);
    limitFileSize(prlimit, pid, 4096);
    await expect(signUp(base, 'noah@example.org')).rejects.toThrow();
    await emulator.waitForOutput(
      /ended \(an account could not be saved; check the disk: .*\); it starts again/,
      10_000,
    );
  });
});
