/** `npm run potluck`, beside a running server and without one. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { registerAccount } from '../support/accounts.ts';
import { runProgram } from '../support/command.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { serverEnvironment } from '../support/server-environment.ts';
import { type ServerInProcess, startInProcess } from '../support/server-in-process.ts';
import { until } from '../support/until.ts';

const startTimeoutMs = 60_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-commands-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const environment = () =>
  serverEnvironment({ PORT: '0', DATA_DIR: folder, FIREBASE_AUTH_EMULATOR_HOST: inject('accountsHost') });

async function run(...args: readonly string[]) {
  const { code, out, err } = await runInProcess(environment(), args);
  return { code, out, err };
}

const jsonOf = async (...args: readonly string[]) => {
  const { code, out, err } = await run('--json', ...args);
  expect([code, err]).toEqual([0, []]);
  return out.map((line) => JSON.parse(line));
};

test('without a log, name the folder', async () => {
  const command = runProgram(process.execPath, ['server/potluck.ts', 'audit', 'events'], environment());
  const { code } = await command.exit;
  expect([code, command.stdout(), command.stderr()]).toEqual([
    ...[3, '', `There is no event log at ${join(folder, 'events.sqlite')}: set DATA_DIR\n`],
  ]);
});

test.skipIf(!existsSync('/dev/full'))('say when the output cannot be written, such as on a full disk', async () => {
  const command = runProgram('sh', ['-c', 'exec node server/potluck.ts --help > /dev/full'], environment());
  const { code } = await command.exit;
  expect([code, command.stderr()]).toEqual([2, expect.stringMatching(/^The output cannot be written: ENOSPC.*\n$/)]);
});

test.each([
  ['staff', 'grant', 'operator', 'mia'],
  ['projections', 'pause', 'posts'],
  ['projections', 'rebuild', 'posts'],
  ['log', 'backup', join(tmpdir(), `potluck-${randomUUID()}.tar`)],
])('without a log, %s %s makes none in a folder that was mistyped', async (...args) => {
  const missing = join(folder, 'mistyped');
  const { code, out, err } = await runInProcess({ ...environment(), DATA_DIR: missing }, args);
  expect([code, out, err]).toEqual([
    ...[3, [], [`There is no event log at ${join(missing, 'events.sqlite')}: set DATA_DIR`]],
  ]);
  expect(existsSync(missing)).toBe(false);
});

test.each([
  [['nothing'], /unknown command 'nothing'/],
  [['audit', 'events', '--since', 'soon'], /A time looks like/],
  [['staff', 'grant', 'cook', 'mia'], /The roles are operator and moderator/],
])('end with 2 and one line for %j', async (args, message) => {
  const { code, out, err } = await run(...args);
  expect([code, out]).toEqual([2, []]);
  expect(err.join()).toMatch(message);
});

describe('beside a running server', () => {
  let server: ServerInProcess;
  let uid: string;
  const email = `mia-${randomUUID()}@example.org`;

  beforeAll(async () => {
    server = startInProcess(environment());
    const address = await server.address();
    await until(async () => (await fetch(`${address}/health/ready`)).ok, startTimeoutMs);
    ({ uid } = await registerAccount(address, { name: 'Mia', email, password: 'butter and salt' }));
  });
  afterAll(() => server?.stop());

  test('the server itself records a role that the machine grants by email', async () => {
    expect(await run('staff', 'grant', 'operator', email)).toEqual({
      code: 0,
      out: [`${email} is operator now.`],
      err: [],
    });
    expect(await jsonOf('staff', 'list')).toEqual([
      { uid, role: 'operator', since: expect.any(String), by: 'potluck-machine' },
    ]);
    const unknown = await run('staff', 'grant', 'operator', 'nobody@example.org');
    expect(unknown).toEqual({ code: 2, out: [], err: ['No account has the email nobody@example.org'] });
  });

  test('list events by what is asked, and continue at a position', async () => {
    const all = await jsonOf('audit', 'events', '--oldest');
    expect(all.map(({ type }) => type)).toContain('RoleGranted');
    const published = await jsonOf('audit', 'events', '--oldest', '--type', 'RecipePublished', 'RoleRevoked');
    expect(published).toEqual(all.filter(({ type }) => type === 'RecipePublished'));
    const [first, second, third] = published;
    expect(await jsonOf('audit', 'events', '--type', 'RecipePublished', '--after', third.position)).toEqual([
      second,
      first,
    ]);
    const [granted] = await jsonOf('audit', 'events', '--limit', '1');
    expect(granted).toMatchObject({ type: 'RoleGranted', stream: `staff-${uid}`, data: { role: 'operator' } });
    expect(await jsonOf('audit', 'events', '--command', granted.meta.commandId)).toEqual([granted]);
    expect(await jsonOf('audit', 'events', '--correlation', granted.meta.correlationId)).toEqual([granted]);
    expect(await jsonOf('audit', 'events', '--stream', `staff-${uid}`, '--since', granted.meta.at)).toEqual([granted]);
    const [created, ...more] = await jsonOf('audit', 'events', '--actor', uid, '--until', granted.meta.at);
    expect([created.type, more]).toEqual(['ProfileCreated', []]);
    expect(await jsonOf('audit', 'events', '--actor', uid, '--since', granted.meta.at)).toEqual([]);
  });

  test('answer what a stream was, who set a field, and why', async () => {
    const [granted] = await jsonOf('audit', 'events', '--limit', '1');
    const { stream, position, meta } = granted;
    const [state] = await jsonOf('audit', 'state', stream, '--at', position);
    const role = { role: 'operator', since: meta.at, by: 'potluck-machine' };
    const only = { revision: '0', position, at: meta.at };
    expect(state).toEqual({
      ...{ stream, first: only, last: only },
      ...only,
      documents: { [`members/${uid}`]: { roles: [role] } },
      sealed: null,
    });
    const fields = await jsonOf('audit', 'blame', stream);
    expect(fields.find(({ path }) => path.endsWith('/role'))).toMatchObject({
      value: 'operator',
      position,
      at: meta.at,
    });
    const [why] = await jsonOf('audit', 'why', position);
    expect(why).toEqual({
      event: granted,
      ofCommand: [],
      ofRequest: [],
      readModels: ['staff@1'],
      documents: [`members/${uid}`],
      messages: [],
      sealed: null,
    });
    expect(await jsonOf('audit', 'diff', stream, '--from', position)).toEqual([]);
  });

  test.each([
    [['audit', 'state', 'staff-nobody'], 'There is no stream staff-nobody'],
    [['audit', 'state', 'nothing-1'], 'No document shows the stream nothing-1: its events are in audit events'],
    [['audit', 'why', '9999'], 'The log has no event at position 9999'],
  ])('end with 2 when there is nothing to show: %j', async (args, message) => {
    expect(await run(...args)).toEqual({ code: 2, out: [], err: [message] });
  });

  test('print tables for people', async () => {
    const { out } = await run('audit', 'events', '--limit', '1');
    expect(out[0]).toMatch(/POSITION +AT +TYPE +ACTOR +REVISION +STREAM/);
    expect(out[1]).toMatch(/RoleGranted +potluck-machine +0 +staff-\w+$/);
    expect(out[2]).toMatch(/There may be more: add --after \d+/);
    const misspelled = await run('audit', 'events', '--type', 'RolGranted', 'RoleGranted', '--stream', 'post-x');
    expect(misspelled.out).toEqual([
      'No events. The log has none of post-x, RolGranted, at any time: check the spelling.',
    ]);
    expect((await run('audit', 'events', '--type', 'RoleGranted', '--until', '2020-01-01')).out).toEqual([
      'No events.',
    ]);
  });
});

test('without a server, they write the log themselves', async () => {
  await until(async () => (await run('staff', 'grant', 'moderator', 'jo')).code === 0, startTimeoutMs);
  expect(await jsonOf('staff', 'list')).toContainEqual({
    uid: 'jo',
    role: 'moderator',
    since: expect.any(String),
    by: 'potluck-machine',
  });
  const byEmail = await run('staff', 'grant', 'operator', 'mia@example.org');
  expect(byEmail.code).toBe(2);
  expect(byEmail.err).toEqual([
    'To name a user by email, start a server with the role api and this DATA_DIR; or give the user id instead',
  ]);
});
