/** What npm starts ends with it, also where a signal comes to npm alone and not to all that it started, as Ctrl-C does. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningCommand, runCommand, runProgram } from '../support/command.ts';
import { until } from '../support/until.ts';

const second = 1000;
const stopsWithinMs = 5 * second;
const startsWithinMs = 45 * second;

let folder = '';
let running: RunningCommand;

const settings = (env: Record<string, string>) => ({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env });

const addressIn = async (said: RegExp): Promise<string> => {
  const [, address = ''] = await running.waitForOutput(said, startsWithinMs);
  return address;
};

/** With all that it starts: the accounts' process comes last. */
const isUp = async (address: string): Promise<void> => {
  const ready = () =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(ready, startsWithinMs);
};

const goneIsAll = () => until(() => running.ended() && running.survivors().length === 0, stopsWithinMs);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-npm-'));
});

afterEach(() => {
  running.killAll();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['SIGINT', 'SIGTERM'] as const)('%s to npm alone', (signal) => {
  test('ends npm start', { timeout: 90 * second }, async () => {
    running = runCommand('start', settings({ PORT: '0' }));
    await isUp(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill(signal);
    await goneIsAll();
  });

  test('ends npm run dev', { timeout: 90 * second }, async () => {
    running = runCommand('dev', settings({ PORT: '0' }));
    await isUp(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill(signal);
    await goneIsAll();
  });
});

describe('npm run dev', () => {
  const runDev = (env: Record<string, string>): void => {
    const all = { ...process.env, NO_COLOR: '1', ...settings({ PORT: '0', ...env }) };
    running = runProgram(process.execPath, ['scripts/dev.ts'], all);
  };

  test('leaves nothing behind when it is killed', { timeout: 90 * second }, async () => {
    runDev({});
    await isUp(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill();
    await goneIsAll();
  });

  test('passes on to a server that listens on IPv6', { timeout: 90 * second }, async () => {
    runDev({ HOST: '::1' });
    const client = await addressIn(/open (http:\/\/\S+)\n/);
    expect(await (await fetch(`${client}/api/config`)).json()).toHaveProperty('identity');
  });
});
