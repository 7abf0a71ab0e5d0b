/** The server as a process, as an operator sees it: its output, how it ends, and what the next start finds. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import { type RunningCommand, runProgram } from '../support/command.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import {
  addressOf,
  expectOnlyAddressPrinted,
  isReady,
  serverProcesses,
  startTimeoutMs,
} from '../support/server-processes.ts';
import { until } from '../support/until.ts';

const secondMs = 1000;
const stopTimeoutMs = 5 * secondMs;

const { folder, startServer } = serverProcesses();

/** A call of the browser's identity SDK, or of the API with a token. */
const post = async (address: string, path: string, body: object, token?: string): Promise<Record<string, string>> => {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() }),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10 * secondMs),
  });
  if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`);
  return response.json();
};

const account = (address: string, action: 'signUp' | 'signInWithPassword') =>
  post(address, `/identitytoolkit.googleapis.com/v1/accounts:${action}?key=k`, {
    email: 'mia@example.org',
    password: 'butter and salt',
    returnSecureToken: true,
  });

const groceries = async (address: string, uid: string, token: string): Promise<string[]> => {
  const response = await fetch(`${address}/api/grocery-list/${uid}`, { headers: { authorization: `Bearer ${token}` } });
  const { items }: GroceryList = await response.json();
  return items.map(({ name }) => name);
};

const expectEndOnInterrupt = async (server: RunningCommand): Promise<void> => {
  server.interrupt();
  await until(server.ended, stopTimeoutMs);
  expect(await server.exit).toEqual({ code: 0, signal: null });
  expect(server.survivors()).toEqual([]);
};

/** Whether users other than the owner have any permission on a file; false if it no longer exists. */
const isExposed = (path: string): boolean => ((statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;

test('keeps data and accounts after Ctrl-C and after kill -9, and leaves no process and no file to others', async () => {
  // Others may open the folder.
  chmodSync(folder(), 0o755);
  const first = startServer();
  const address = await addressOf(first);
  expect(address).toMatch(/^http:\/\/localhost:\d+$/);
  await until(() => isReady(address), startTimeoutMs);
  const { idToken = '', localId: uid = '' } = await account(address, 'signUp');
  const files = readdirSync(folder(), { recursive: true, encoding: 'utf8' });
  expect(files).toEqual(expect.arrayContaining(['events.sqlite', join('accounts', 'accounts.sqlite')]));
  expect(files.filter((file) => isExposed(join(folder(), file)))).toEqual([]);
  await post(address, '/api/grocery-list', { userId: uid, ingredients: [{ name: 'Milk' }] }, idToken);
  // A connected browser must not keep the server from ending.
  const browser = io(address, { auth: { token: idToken }, transports: ['websocket'], reconnection: false });
  await until(() => browser.connected);
  await expectEndOnInterrupt(first);
  expectOnlyAddressPrinted(first, address);
  browser.close();

  const second = startServer();
  const secondAddress = await addressOf(second);
  await until(() => isReady(secondAddress), startTimeoutMs);
  const { idToken: token = '' } = await account(secondAddress, 'signInWithPassword');
  expect(await groceries(secondAddress, uid, token)).toEqual(['Milk']);
  await post(secondAddress, '/api/grocery-list', { userId: uid, ingredients: [{ name: 'Eggs' }] }, token);
  second.kill();
  await until(() => second.survivors().length === 0, stopTimeoutMs);

  const third = startServer();
  const thirdAddress = await addressOf(third);
  await until(() => isReady(thirdAddress), startTimeoutMs);
  const signedIn = await account(thirdAddress, 'signInWithPassword');
  expect(await groceries(thirdAddress, uid, signedIn.idToken ?? '')).toEqual(['Milk', 'Eggs']);
  await expectEndOnInterrupt(third);
  expectOnlyAddressPrinted(third, thirdAddress);
}, 90_000);

test('ends on Ctrl-C even while the accounts are being loaded', { tags: 'extended' }, async () => {
  const server = startServer();
  const address = await addressOf(server);
  await expectEndOnInterrupt(server);
  expectOnlyAddressPrinted(server, address);
});

test('/health/ready reports each part, also with an empty log', { tags: 'extended' }, async () => {
  const server = startServer({ SEED_SAMPLES: 'false' });
  const address = await addressOf(server);
  await until(() => isReady(address), startTimeoutMs);
  const { parts }: { parts: { name: string; ready: boolean; detail?: unknown }[] } = await (
    await fetch(`${address}/health/ready`)
  ).json();
  expect(parts.map(({ name, ready }) => [name, ready])).toEqual([
    ['event log', true],
    ['read models', true],
    ['identity', true],
    ['projections', true],
    ['live updates', true],
    ['start', true],
  ]);
  expect(parts[0]?.detail).toEqual({ head: null });
});

describe('a server that logs', () => {
  let server: RunningCommand;
  let address: string;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'potluck-process-'));
    server = runProgram(
      process.execPath,
      ['server/main.ts'],
      serverEnvironment({
        PORT: '0',
        DATA_DIR: dataDir,
        LOG_LEVEL: 'info',
        FIREBASE_AUTH_EMULATOR_HOST: inject('accountsHost'),
      }),
    );
    address = await addressOf(server);
  });
  afterAll(() => {
    server.killAll();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** The status of a request with these Host and Origin headers. */
  const statusOf = (path: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const upgrade = { connection: 'Upgrade', upgrade: 'websocket' };
      const webSocket = { ...upgrade, 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
      const sent = request(new URL(path, address), {
        headers: { ...(path.includes('websocket') && webSocket), ...headers },
        agent: false,
      });
      sent.once('response', (response) => resolve(response.resume().statusCode));
      sent.once('upgrade', (response, socket) => {
        socket.destroy();
        resolve(response.statusCode);
      });
      sent.once('error', reject);
      sent.end();
    });

  // Anyone can forge the tokens of its emulator.
  test('rejects requests and sockets after DNS rebinding', async () => {
    const { host, port } = new URL(address);
    const rebound = { host: `evil.example:${port}`, origin: `http://evil.example:${port}` };
    const own = { host, origin: address };
    const paths = ['/api/community', '/socket.io/?EIO=4&transport=polling', '/socket.io/?EIO=4&transport=websocket'];
    for (const path of paths) {
      expect(await statusOf(path, own), path).toBe(path.endsWith('websocket') ? 101 : 200);
      expect([400, 403], path).toContain(await statusOf(path, rebound));
      expect([400, 403], path).toContain(await statusOf(path, { host: rebound.host }));
    }
  });

  test('logs its start, progress and stop at level info, but no private data of requests', async () => {
    expect((await fetch(`${address}/api/recipes/search?q=hush`)).status).toBe(200);
    // Otherwise, accounts may become ready while it stops, which is logged, too.
    await until(() => isReady(address), startTimeoutMs);
    server.kill('SIGTERM');
    expect(await server.exit).toEqual({ code: 0, signal: null });
    expect(server.stdout()).toBe(`Potluck is ready: open ${address}\n`);

    const lines: { msg: string }[] = server
      .stderr()
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    const linesWith = (message: string) => lines.filter(({ msg }) => msg === message);
    expect(lines[0]).toMatchObject({
      msg: 'Potluck starts',
      node: process.version,
      services: ['api', 'projections', 'live'],
      eventLog: 'sqlite',
      readModels: 'memory',
      identity: 'external-emulator',
      dataDir,
    });
    expect(linesWith('The event log is open')).toMatchObject([{ head: null }]);
    expect(linesWith('A projection has caught up')).toContainEqual(
      expect.objectContaining({ projection: 'recipes', events: 10, ms: expect.any(Number) }),
    );
    expect(linesWith('Potluck is ready')).toMatchObject([{ address, host: '127.0.0.1' }]);
    expect(lines.slice(-2)).toMatchObject([
      { msg: 'Potluck stops', why: 'SIGTERM' },
      { msg: 'Potluck has stopped', ms: expect.any(Number) },
    ]);
    expect(server.stderr()).not.toMatch(/hush|search\?/);
  });
});
