import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';
import { openSqliteEventLog } from '../event-log/sqlite/open-sqlite-event-log.ts';
import { Output } from './output.ts';
import { addSimulationCommands } from './simulation-commands.ts';

let folder = '';
let log: EventLog;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-simulate-'));
  log = await openSqliteEventLog({ file: join(folder, 'events.db') });
});
afterEach(async () => {
  await log.close();
  rmSync(folder, { recursive: true });
});

/** Runs `potluck simulate` with these options. @returns what it prints */
async function simulate(...options: string[]): Promise<string> {
  let printed = '';
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      printed += chunk.toString();
      done();
    },
  });
  const program = new Command('potluck').exitOverride().configureOutput({ writeErr: () => {} });
  addSimulationCommands(program, {
    output: new Output({ stream, json: () => true }),
    config: () => loadConfig({ DATA_DIR: folder }, []),
    openLogForReading: async () => log,
    isLogInUse: () => false,
    openLog: () => Promise.reject(new Error('A simulation makes the log')),
    makeLog: async () => log,
    openReadModels: () => Promise.reject(new Error('A simulation needs no read models')),
    showProgress: () => ({ update: () => {}, end: () => {} }),
    warn: () => {},
    signal: new AbortController().signal,
  });
  for (const command of program.commands) command.exitOverride().configureOutput({ writeErr: () => {} });
  await program.parseAsync(['simulate', ...options], { from: 'user' });
  return printed;
}

async function recorded(): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const event of log.readAll()) events.push(event);
  return events;
}

describe('potluck simulate', () => {
  test('records a history in the order of time', async () => {
    const printed = JSON.parse(await simulate('--events', '3000', '--seed', '5'));
    const events = await recorded();
    expect(events.length).toBeGreaterThanOrEqual(3_000);
    expect(printed).toMatchObject({ events: events.length, position: String(events.at(-1)?.position) });
    const times = events.map(({ meta }) => meta.at);
    expect(times).toEqual(times.toSorted());
    expect(printed.lastAt).toBe(times.at(-1));
  });

  test('refuses a log that is not empty, and changes nothing', async () => {
    await simulate('--events', '20');
    const before = await recorded();
    await expect(simulate('--events', '20')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('The log has events already: set DATA_DIR to an empty folder'),
    });
    expect(await recorded()).toEqual(before);
  });

  test.each([
    [['--events', '0']],
    [['--events', '10000001']],
    [['--events', '1e3']],
    [['--events', '10', '--seed', '-1']],
    [['--events', '10', '--seed', '4294967296']],
    [['--events', '10', '--until', 'tomorrow']],
    [['--events', '10', '--until', '2026-13-01']],
    [['--events', '10', '--until', '1970-06-30']],
    [['--events', '10', '--until', '2026-06-30T12:00']],
    [[]],
  ])('refuses %j', async (options) => {
    await expect(simulate(...options)).rejects.toMatchObject({ name: 'CommanderError' });
    expect(await log.head()).toBeUndefined();
  });
});
