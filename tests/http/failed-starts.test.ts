/** A server that cannot start, as an operator sees it. */
import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { withoutAccounts } from '../support/no-accounts.ts';
import { startInProcess } from '../support/server-in-process.ts';
import { isReady, serverProcesses, startTimeoutMs } from '../support/server-processes.ts';
import { until } from '../support/until.ts';

describe('a failed start', () => {
  const { folder, startServer } = serverProcesses();
  const silent: Server = createServer();
  let silentPort = 0;
  let closedPort = 0;
  beforeAll(async () => {
    silentPort = await new Promise<number>((resolve) => {
      silent.listen(0, '127.0.0.1', () => {
        const address = silent.address();
        resolve(typeof address === 'object' && address !== null ? address.port : 0);
      });
    });
    closedPort = await freePort();
  });
  afterAll(() => void silent.close());

  const file = () => join(folder(), 'a-file');
  type Case = [why: string, variable: string, env: () => Record<string, string> | Promise<Record<string, string>>];
  const cases: Case[] = [
    ['the port is in use', 'PORT', async () => ({ ...(await withoutAccounts()), PORT: String(silentPort) })],
    ['the folder cannot be created', 'DATA_DIR', () => ({ DATA_DIR: join(file(), 'data') })],
    [
      'Redis refuses connections',
      'REDIS_URL',
      async () => ({ ...(await withoutAccounts()), REDIS_URL: `redis://127.0.0.1:${closedPort}` }),
    ],
    [
      'EventStoreDB refuses connections',
      'EVENTSTORE_URL',
      async () => ({ ...(await withoutAccounts()), EVENTSTORE_URL: `esdb://127.0.0.1:${closedPort}?tls=false` }),
    ],
  ];
  const variants: Case[] = [
    ['other machines could reach it', 'HOST', () => ({ HOST: '0.0.0.0' })],
    ['Redis does not respond', 'REDIS_URL', () => ({ REDIS_URL: `redis://127.0.0.1:${silentPort}` })],
    ['EventStoreDB does not respond', 'EVENTSTORE_URL', () => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${silentPort}` })],
    [
      'an emulator is configured in production',
      'FIREBASE_AUTH_EMULATOR_HOST',
      () => ({ NODE_ENV: 'production', FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' }),
    ],
    [
      'the emulator refuses connections',
      'FIREBASE_AUTH_EMULATOR_HOST',
      () => ({ FIREBASE_AUTH_EMULATOR_HOST: `127.0.0.1:${closedPort}` }),
    ],
    [
      'the service account is invalid',
      'GOOGLE_APPLICATION_CREDENTIALS',
      () => ({
        FIREBASE_PROJECT_ID: 'potluck-live',
        FIREBASE_API_KEY: 'key',
        GOOGLE_APPLICATION_CREDENTIALS: file(),
      }),
    ],
  ];

  const expectOneLine = async (variable: string, env: Record<string, string> | Promise<Record<string, string>>) => {
    writeFileSync(file(), 'no folder, and no service account');
    const server = startInProcess({ PORT: '0', DATA_DIR: folder(), ...(await env) });
    expect(await server.exit).toBe(1);
    expect(server.stdout()).toBe('');
    expect(server.stderr()).toMatch(/^Potluck cannot start\. [^\n]+\n$/);
    expect(server.stderr()).toContain(variable);
  };

  test.each(cases)('because %s prints one line that names %s', (_why, variable, env) => expectOneLine(variable, env()));

  test.each(variants)('because %s prints one line that names %s', { tags: 'extended' }, (_why, variable, env) =>
    expectOneLine(variable, env()),
  );

  test('because another server uses the folder does not affect that server, and leaves no process', async () => {
    const first = startInProcess({ PORT: '0', DATA_DIR: folder(), ...(await withoutAccounts()) });
    onTestFinished(async () => void (await first.stop()));
    const address = await first.address();
    const second = startServer();
    await until(second.ended, startTimeoutMs);
    expect(await second.exit).toEqual({ code: 1, signal: null });
    expect(second.stderr()).toMatch(/^Potluck cannot start\. [^\n]+DATA_DIR[^\n]+\n$/);
    expect(second.survivors()).toEqual([]);
    await until(() => isReady(address), startTimeoutMs);
    expect([first.stdout(), first.stderr()]).toEqual([`Potluck is ready: open ${address}\n`, '']);
  });
});
