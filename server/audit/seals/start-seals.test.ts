import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventOf } from '../../../tests/support/sealed-log.ts';
import { until } from '../../../tests/support/until.ts';
import { newId } from '../../commands/ids.ts';
import type { EventLog } from '../../core/event-log.ts';
import { type Logger, silentLogger } from '../../core/logger.ts';
import { openSqliteEventLog } from '../../event-log/sqlite/open-sqlite-event-log.ts';
import { checkSeals } from './check/check-seals.ts';
import { sealFolder } from './seal-folder.ts';
import { sealNow } from './seal-now.ts';
import { type Seals, type SealsOptions, startSeals } from './start-seals.ts';

let path: string;
let log: EventLog;
let running: Seals[];
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'potluck-seals-'));
  log = await openSqliteEventLog({ file: join(path, 'events.sqlite') });
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map((one) => one.stop()));
  await log.close();
  await rm(path, { recursive: true, force: true });
});

const settings = () => ({ folder: join(path, 'seals'), keyFile: join(path, 'seals/key'), origin: undefined });
const limits = { gatherMs: 1, standbyMs: 5, firstRetryMs: 5, maxRetryMs: 5 };

async function start(options: Partial<SealsOptions> = {}): Promise<Seals> {
  const seals = await startSeals({ log, settings: settings(), logger: silentLogger, limits, ...options });
  running.push(seals);
  return seals;
}

const append = (count: number) =>
  log.append(
    newId(),
    Array.from({ length: count }, (_, n) => eventOf(n)),
    'no_stream',
  );

async function sizes(): Promise<(number | undefined)[]> {
  const found: (number | undefined)[] = [];
  for await (const one of sealFolder(settings().folder).checkpoints.all()) found.push(one?.size);
  return found;
}

const sealing = 'sealing' as const;

test('signs after so many events, at the latest after some time, and at its stop', async () => {
  const seals = await start({ limits: { ...limits, maxEvents: 100, maxAgeMs: 30 } });
  await append(250);
  await until(async () => (await sizes()).length === 3);
  expect(await sizes()).toEqual([100, 200, 250]);
  await append(1);
  await until(() => seals.status().size === 251);
  const slow = { ...limits, maxAgeMs: 3_600_000 };
  await seals.stop();
  const next = await start({ limits: slow });
  await until(() => next.status().state === sealing);
  await append(7);
  await until(async () => (await log.head()) === 258n);
  await next.stop();
  const last = await start({ limits: slow });
  await until(() => last.status().state === sealing);
  await last.stop();
  const rest = await sealNow({
    ...{ log, settings: settings(), logger: silentLogger, onProgress: () => {} },
    signal: new AbortController().signal,
  });
  expect(rest).toMatchObject({ size: 258 });
  expect((await checkSeals(log, settings().folder)).findings).toEqual([]);
});

test('seals at its stop what it has read', async () => {
  let taken = 0n;
  const followed: Pick<EventLog, 'subscribe' | 'readAll'> = {
    readAll: (options) => log.readAll(options),
    async *subscribe(options) {
      for await (const batch of log.subscribe(options)) {
        yield batch;
        taken = batch.position;
      }
    },
  };
  const seals = await start({ log: followed, limits: { ...limits, maxAgeMs: 3_600_000 } });
  await append(7);
  await until(() => taken === 7n);
  await seals.stop();
  expect(await sizes()).toEqual([7]);
});

test('seals an existing log in steps, while events are appended', async () => {
  await append(1_000);
  const seals = await start({ limits: { ...limits, maxEvents: 300, maxAgeMs: 20 } });
  for (let n = 0; n < 40; n++) await append(25);
  await until(() => seals.status().size === 2_000);
  expect((await sizes()).slice(0, 3)).toEqual([300, 600, 900]);
  expect((await checkSeals(log, settings().folder)).findings).toEqual([]);
});

test('one of two seals; the other takes over when that one stops', async () => {
  const one = await start({ limits: { ...limits, maxAgeMs: 5 } });
  await until(() => one.status().state === sealing);
  const other = await start({ limits: { ...limits, maxAgeMs: 5 } });
  await until(() => other.status().state === 'standby');
  const options = { log, settings: settings(), logger: silentLogger, onProgress: () => {} };
  expect(await sealNow({ ...options, signal: new AbortController().signal })).toBe('busy');
  await append(3);
  await until(() => one.status().size === 3);
  await one.stop();
  await append(4);
  await until(() => other.status().size === 7);
  expect(await sizes()).toEqual([3, 7]);
});

test('stops sealing when the log differs from the seals, and says so', async () => {
  await append(10);
  const first = await start({ limits: { ...limits, maxAgeMs: 5 } });
  await until(() => first.status().size === 10);
  await first.stop();
  await log.close();
  await rm(join(path, 'events.sqlite'));
  log = await openSqliteEventLog({ file: join(path, 'events.sqlite') });
  await append(20);
  const errors: string[] = [];
  const logger: Logger = { ...silentLogger, error: (_details, message) => errors.push(message) };
  const seals = await start({ logger, limits: { ...limits, maxAgeMs: 5 } });
  await until(() => seals.status().state === 'differs');
  expect(errors).toEqual([expect.stringContaining('The event log differs from what was sealed')]);
  expect(await sizes()).toEqual([10]);
});

test.each([
  ['a checkpoint that is due', { maxAgeMs: 5 }],
  ['a checkpoint after so many events', { maxAgeMs: 3_600_000, maxEvents: 5 }],
])('goes on after the disk refused %s', async (_what, due) => {
  const folder = settings().folder;
  const seals = await start({ limits: { ...limits, ...due } });
  await append(5);
  await until(() => seals.status().size === 5);
  // A file in the place of the tiles' folder fails every write.
  await rm(join(folder, 'tile'), { recursive: true });
  await writeFile(join(folder, 'tile'), '');
  await append(5);
  await until(() => seals.status().state === 'paused');
  // What a checkpoint covers is on disk before the checkpoint is.
  expect(await sizes()).toEqual([5]);
  await rm(join(folder, 'tile'));
  await until(() => seals.status().size === 10);
  expect((await checkSeals(log, folder)).findings).toEqual([]);
});

test('warns when the key was lost', async () => {
  const seals = await start({ limits: { ...limits, maxAgeMs: 5 } });
  await append(5);
  await until(() => seals.status().size === 5);
  await seals.stop();
  await rm(settings().keyFile);
  const warnings: string[] = [];
  await start({ logger: { ...silentLogger, warn: (_details, message) => warnings.push(message) } });
  expect(warnings).toEqual([expect.stringContaining('Another key signs the seals')]);
});

test.each([
  [
    'is damaged',
    async (file: string) => writeFile(file, (await readFile(file, 'utf8')).slice(0, 40)),
    /AUDIT_KEY_FILE: .*restore/,
  ],
  [
    'cannot be read',
    (file: string) => rm(file).then(() => chmod(join(file, '..'), 0o500)),
    /AUDIT_KEY_FILE: set a file/,
  ],
])('does not start when the key %s', async (_what, damage, message) => {
  const first = await start();
  await until(() => first.status().state === sealing);
  await first.stop();
  if (process.getuid?.() === 0 && /read/.test(_what)) return;
  await damage(settings().keyFile);
  try {
    await expect(start()).rejects.toThrow(message);
  } finally {
    await chmod(settings().folder, 0o700);
  }
});

test('refuses a key of another name than AUDIT_ORIGIN', async () => {
  const first = await start({ settings: { ...settings(), origin: 'potluck.example/one' } });
  await until(() => first.status().state === sealing);
  await first.stop();
  await expect(start({ settings: { ...settings(), origin: 'potluck.example/two' } })).rejects.toThrow(
    'AUDIT_ORIGIN: set potluck.example/one',
  );
});
