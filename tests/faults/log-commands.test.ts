/** `npm run potluck -- log …` as an operator runs it: exit codes, kills and full disks. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/command.ts';
import { expectEqual } from '../support/expect-equal.ts';
import { appendTo, eventsOf, openLogIn, sampleEvent, temporaryFolder } from '../support/log-copies.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { until } from '../support/until.ts';

const potluck = async (folder: string, ...args: string[]) => {
  const env = serverEnvironment({ DATA_DIR: folder });
  const { code, stdout, stderr } = await runInProcess(env, ['log', ...args]);
  return { status: code, stdout, stderr };
};

async function fill(folder: string, count: number): Promise<void> {
  const log = await openLogIn(folder);
  const events = () => Array.from({ length: 100 }, () => sampleEvent({ text: 'x'.repeat(200) }));
  const appends = Array.from({ length: count / 100 }, (_, n) => log.append(`stream-${n}`, events(), 'no_stream'));
  await Promise.all(appends);
  await log.close();
}

test('exports beside a running server, imports, and refuses a log that is not empty', async () => {
  const root = temporaryFolder();
  const [from, to, file] = [join(root, 'from'), join(root, 'to'), join(root, 'log.ndjson')];
  const log = await openLogIn(from);
  await appendTo(log, ['a', 'b', 'a']);
  expect(await potluck(from, 'export', file)).toEqual({
    ...{ status: 0, stderr: '' },
    stdout: `Exported 3 events to ${file}. Later events: --since 3\n`,
  });
  expect((await potluck(from, 'export', '-')).stdout.trimEnd().split('\n')).toHaveLength(5);
  expect(await potluck(to, 'import', file)).toMatchObject({ status: 0, stdout: `Imported 3 events from ${file}\n` });
  expect((await potluck(to, 'import', file)).stdout).toContain('3 events of them were there before');
  await appendTo(log, ['c']);
  const other = join(root, 'other');
  await fill(other, 100);
  expect(await potluck(other, 'import', file)).toMatchObject({
    ...{ status: 2, stdout: '' },
    stderr: expect.stringMatching(/^The log is not empty, [^\n]+\n$/),
  });
  expect(await potluck(from, 'move', '--to', join(root, 'moved'))).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^4 events have been moved, but a server has the log open: stop it[^\n]+\n$/),
  });
  await log.close();
  expect(await potluck(from, 'move', '--to', join(root, 'moved'))).toMatchObject({
    ...{ status: 0, stderr: '' },
    stdout: expect.stringContaining(`set DATA_DIR to ${join(root, 'moved')}`),
  });
  expect((await potluck(join(root, 'nowhere'), 'export', '-')).status).toBe(3);
  expect((await potluck(from, 'export', '-', '--since', 'x')).status).toBe(2);
}, 120_000);

test('an import that is killed continues when it is repeated', async () => {
  const root = temporaryFolder();
  const [from, to, file] = [join(root, 'from'), join(root, 'to'), join(root, 'log.ndjson')];
  await fill(from, 10_000);
  expect((await potluck(from, 'export', file)).status).toBe(0);
  const wal = join(to, 'events.sqlite-wal');
  const size = () => statSync(wal, { throwIfNoEntry: false })?.size ?? 0;
  for (const bytes of [100_000, 2_000_000]) {
    const program = runProgram(
      process.execPath,
      ['server/potluck.ts', 'log', 'import', file],
      serverEnvironment({ DATA_DIR: to }),
    );
    await until(() => program.ended() || size() > bytes);
    program.kill();
    await program.exit;
  }
  const source = await openLogIn(from);
  const result = await potluck(to, 'import', file);
  expect(result).toMatchObject({ status: 0, stdout: expect.stringMatching(/events of them were there before/) });
  expectEqual(await eventsOf(await openLogIn(to)), await eventsOf(source));
}, 120_000);

test.each(['export', 'backup'])(
  'a disk that fills during %s leaves one line and no file',
  async (command) => {
    const root = temporaryFolder();
    const [from, out] = [join(root, 'from'), join(root, 'out')];
    mkdirSync(out);
    await fill(from, 5_000);
    // Limits the size of each file, in blocks of 512 bytes.
    const script = `trap '' XFSZ; ulimit -f 3000; exec "$0" "$@"`;
    const { status, stdout, stderr } = spawnSync(
      'sh',
      ['-c', script, process.execPath, 'server/potluck.ts', 'log', command, join(out, 'copy')],
      { encoding: 'utf8', env: serverEnvironment({ DATA_DIR: from }), timeout: 60_000 },
    );
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^[^\n]*copy was not written: [^\n]+\n$/);
    expect(readdirSync(out)).toEqual([]);
  },
  120_000,
);

test('backs up and restores', async () => {
  const root = temporaryFolder();
  const [from, to, file] = [join(root, 'from'), join(root, 'to'), join(root, 'potluck.tar')];
  await fill(from, 1_000);
  expect(await potluck(from, 'backup', file)).toMatchObject({
    ...{ status: 0, stderr: '' },
    stdout: `Backed up 1,000 events (none sealed), 0 avatars, 0 files of photos and no accounts (none are stored here) to ${file}\n`,
  });
  expect((await potluck(to, 'restore', file)).status).toBe(0);
  expectEqual(await eventsOf(await openLogIn(to)), await eventsOf(await openLogIn(from)));
  expect(await potluck(to, 'restore', file)).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('is not empty'),
  });
}, 120_000);
