/** All processes that npm starts end with it, even if only npm gets the signal, unlike on Ctrl-C. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningCommand, runCommand, runProgram } from '../support/command.ts';
import { until } from '../support/until.ts';

const secondMs = 1000;
const stopTimeoutMs = 5 * secondMs;
const startTimeoutMs = 45 * secondMs;

let folder = '';
let running: RunningCommand;

const settings = (env: Record<string, string>) => ({ DATA_DIR: folder, LOG_LEVEL: 'info', ...env });

const addressIn = async (output: RegExp): Promise<string> => {
  const [, address = ''] = await running.waitForOutput(output, startTimeoutMs);
  return address;
};

/** Waits for the server and its child processes; the one for accounts is ready last. */
const waitUntilReady = async (address: string): Promise<void> => {
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isReady, startTimeoutMs);
};

const waitUntilAllEnded = () => until(() => running.ended() && running.survivors().length === 0, stopTimeoutMs);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-npm-'));
});

afterEach(() => {
  running.killAll();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(['SIGINT', 'SIGTERM'] as const)('%s to npm alone', (signal) => {
  // The browser tests interrupt it, too.
  const tags = signal === 'SIGINT' ? ['extended'] : [];
  test('ends npm start', { tags, timeout: 90 * secondMs }, async () => {
    running = runCommand('start', settings({ PORT: '0' }));
    await waitUntilReady(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill(signal);
    await waitUntilAllEnded();
  });

  test('ends npm run dev', { tags: 'extended', timeout: 90 * secondMs }, async () => {
    running = runCommand('dev', settings({ PORT: '0' }));
    await waitUntilReady(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill(signal);
    await waitUntilAllEnded();
  });
});

describe('npm run dev', () => {
  const runDev = (env: Record<string, string>): void => {
    const all = { ...process.env, NO_COLOR: '1', ...settings({ PORT: '0', ...env }) };
    running = runProgram(process.execPath, ['scripts/dev.ts'], all);
  };

  test('leaves no process when it is killed', { tags: 'extended', timeout: 90 * secondMs }, async () => {
    runDev({});
    await waitUntilReady(await addressIn(/open (http:\/\/\S+)\n/));
    running.kill();
    await waitUntilAllEnded();
  });

  test('proxies to a server that listens on IPv6', { tags: 'extended', timeout: 90 * secondMs }, async () => {
    runDev({ HOST: '::1' });
    const client = await addressIn(/open (http:\/\/\S+)\n/);
    expect(await (await fetch(`${client}/api/config`)).json()).toHaveProperty('identity');
  });
});
