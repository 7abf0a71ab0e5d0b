/** Servers as processes that a test starts and ends, with a data folder of its own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect } from 'vitest';
import { type RunningCommand, runProgram } from './command.ts';
import { serverEnvironment } from './server-environment.ts';

/** Allows for the time to load everything on a machine that runs other tests, too. */
export const startTimeoutMs = 25_000;

/** The data folder, new in each test, and a function that starts a server with it. Servers end with the test. */
export function serverProcesses() {
  let folder = '';
  const running = new Set<RunningCommand>();
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'potluck-process-'));
  });
  afterEach(() => {
    for (const server of running) server.killAll();
    running.clear();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder: () => folder,
    startServer(env: Record<string, string> = {}): RunningCommand {
      const environment = serverEnvironment({ PORT: '0', DATA_DIR: folder, ...env });
      const server = runProgram(process.execPath, ['server/main.ts'], environment);
      running.add(server);
      return server;
    },
  };
}

export const addressOf = async (server: RunningCommand): Promise<string> => {
  const [, address = ''] = await server.waitForOutput(/open (http:\/\/\S+)\n/, startTimeoutMs);
  return address;
};

export const isReady = async (address: string): Promise<boolean> => (await fetch(`${address}/health/ready`)).ok;

export const expectOnlyAddressPrinted = (server: RunningCommand, address: string): void => {
  expect(server.stdout()).toBe(`Potluck is ready: open ${address}\n`);
  expect(server.stderr()).toBe('');
};
