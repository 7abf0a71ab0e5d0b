import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningCommand, runCommand } from '../support/command.ts';
import { until } from '../support/until.ts';

const second = 1000;
const stopTimeoutMs = 5 * second;

let folder = '';
let command: RunningCommand | undefined;

const run = (script: string, env: Record<string, string>): RunningCommand => {
  command = runCommand(script, { ...env, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'info' });
  return command;
};

/** Waits for the accounts' process first, because it must end, too. */
const expectStopOnInterrupt = async (running: RunningCommand): Promise<void> => {
  if (process.platform === 'linux') {
    await until(() => running.survivors().some((line) => line.includes('server/identity/emulator')), 10 * second);
  }
  running.interrupt();
  await until(running.ended, stopTimeoutMs);
  await until(() => running.survivors().length === 0, 10 * second).catch(() => undefined);
  expect(running.survivors()).toEqual([]);
};

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { headers, signal: AbortSignal.timeout(5 * second) });

/** Whether the server is ready, including the accounts. */
const isReady = (address: string): Promise<boolean> =>
  get(`${address}/health/ready`).then(
    (response) => response.ok,
    () => false,
  );

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-command-'));
});

afterEach(() => {
  command?.killAll();
  rmSync(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  test('prints its address in one line, serves the client and the API, and leaves no process after Ctrl-C', async () => {
    const start = run('start', { PORT: '0' });
    const [line = '', address = ''] = await start.waitForOutput(/open (http:\/\/\S+)/, 45 * second);

    expect(
      start
        .stdout()
        .split('\n')
        .filter((text) => text.includes('http')),
    ).toEqual([expect.stringContaining(line)]);
    expect(await (await get(address, { accept: 'text/html' })).text()).toContain('<div id="root">');
    expect((await get(`${address}/api/config`)).status).toBe(200);

    await expectStopOnInterrupt(start);
  });

  test('leaves no process after Ctrl-C during its start', { tags: 'extended' }, async () => {
    const start = run('start', { PORT: '0' });
    await expectStopOnInterrupt(start);
  });

  test('exits on an invalid configuration, and names the variable to set', { tags: 'extended' }, async () => {
    const start = run('start', { PORT: 'many' });
    await start.waitForOutput(/PORT: set a port/, 30 * second);
    await until(start.ended, stopTimeoutMs);
    expect(start.survivors()).toEqual([]);
  });
});

describe('npm run dev', () => {
  test('serves the client with Vite, proxies API calls, and stops both on Ctrl-C', { tags: 'extended' }, async () => {
    const dev = run('dev', { PORT: '0' });
    const [, address = ''] = await dev.waitForOutput(/open (http:\/\/\S+)\n/, 45 * second);

    expect(await (await get(address, { accept: 'text/html' })).text()).toContain('/@vite/client');
    expect(await (await get(`${address}/api/config`)).json()).toHaveProperty('identity');
    await until(() => isReady(address), 30 * second);

    await expectStopOnInterrupt(dev);
  });
});
