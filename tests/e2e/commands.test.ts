import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningCommand, runCommand } from '../support/command.ts';
import { until } from '../support/until.ts';

const second = 1000;
const stopsWithinMs = 5 * second;

let folder = '';
let command: RunningCommand | undefined;

const run = (script: string, env: Record<string, string>): RunningCommand => {
  command = runCommand(script, { ...env, HOST: '127.0.0.1', DATA_DIR: folder, LOG_LEVEL: 'info' });
  return command;
};

/** Once the accounts' process runs too, for that one must not be left behind either. */
const stopsByInterrupt = async (running: RunningCommand): Promise<void> => {
  if (process.platform === 'linux') {
    await until(() => running.survivors().some((line) => line.includes('server/identity/emulator')), 10 * second);
  }
  running.interrupt();
  await until(running.ended, stopsWithinMs);
  await until(() => running.survivors().length === 0, 10 * second).catch(() => undefined);
  expect(running.survivors()).toEqual([]);
};

const get = (address: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(address, { headers, signal: AbortSignal.timeout(5 * second) });

/** All of it, the accounts included. */
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
  test('names the address in one line, serves the client and the API there, and Ctrl-C leaves nothing behind', async () => {
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

    await stopsByInterrupt(start);
  });

  test('Ctrl-C while it starts leaves nothing behind either', async () => {
    const start = run('start', { PORT: '0' });
    await stopsByInterrupt(start);
  });

  test('a wrong configuration ends it with what to set', async () => {
    const start = run('start', { PORT: 'many' });
    await start.waitForOutput(/PORT: set a port/, 30 * second);
    await until(start.ended, stopsWithinMs);
    expect(start.survivors()).toEqual([]);
  });
});

describe('npm run dev', () => {
  test('serves the client by Vite, passes API calls on, and Ctrl-C stops both', async () => {
    const dev = run('dev', { PORT: '0' });
    const [, address = ''] = await dev.waitForOutput(/open (http:\/\/\S+)\n/, 45 * second);

    expect(await (await get(address, { accept: 'text/html' })).text()).toContain('/@vite/client');
    expect(await (await get(`${address}/api/config`)).json()).toHaveProperty('identity');
    await until(() => isReady(address), 30 * second);

    await stopsByInterrupt(dev);
  });
});
