/** The emulator's process ends with its parent, even after kill -9, and loses no acknowledged account. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const program = fileURLToPath(new URL('../support/emulator-parent.ts', import.meta.url));
const children: ChildProcessByStdio<null, Readable, null>[] = [];
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-emulator-'));
});

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(folder, { recursive: true });
});

async function start(name: string) {
  const cwd = join(folder, `${name}-cwd`);
  const home = join(folder, `${name}-home`);
  await Promise.all([cwd, home].map((dir) => mkdir(dir, { recursive: true })));
  const parent = spawn(process.execPath, [program, join(folder, name)], {
    cwd,
    // Blocks the network, and shows any files that are left in the home folder.
    env: { HOME: home, HTTP_PROXY: 'http://127.0.0.1:9', HTTPS_PROXY: 'http://127.0.0.1:9' },
    stdio: ['ignore', 'pipe', 'inherit'],
    // Its own process group, as in a terminal.
    detached: true,
  });
  children.push(parent);
  const [line] = await once(createInterface(parent.stdout), 'line');
  const { pid, base }: { pid: number; base: string } = JSON.parse(line);
  const post = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await fetch(`${base}${path}?key=k`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...body, returnSecureToken: true }),
      signal: AbortSignal.timeout(5_000),
    });
    const fields: Record<string, string> = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(fields));
    return fields;
  };
  const account = (action: string, email: string) =>
    post(`/identitytoolkit.googleapis.com/v1/accounts:${action}`, { email, password: `the password of ${email}` });
  const refresh = (token: string | undefined) =>
    post('/securetoken.googleapis.com/v1/token', { grant_type: 'refresh_token', refresh_token: token });
  return { parent, pid, cwd, home, account, refresh };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

const endsAndKeepsAccounts = async (name: string, both: boolean) => {
  const first = await start(name);
  const signedIn = await first.account('signUp', 'signed-in@example.com');
  const acknowledged: string[] = [];
  let last = 0;
  const registering = Array.from({ length: 8 }, async () => {
    for (;;) {
      last += 1;
      const email = `cook-${last}@example.com`;
      await first.account('signUp', email);
      acknowledged.push(email);
    }
  });
  await expect.poll(() => acknowledged.length, { interval: 5 }).toBeGreaterThan(30);
  if (both) process.kill(first.pid, 'SIGKILL');
  first.parent.kill('SIGKILL');
  await Promise.allSettled(registering);
  await expect.poll(() => isAlive(first.pid)).toBe(false);

  const second = await start(name);
  for (const email of acknowledged) await second.account('signInWithPassword', email);
  const refreshed = await second.refresh(signedIn.refreshToken);
  expect(refreshed.user_id).toBe(signedIn.localId);
  expect(await readdir(second.cwd)).toEqual([]);
  expect(await readdir(second.home)).toEqual([]);
};

test('when its parent is killed, the process ends and keeps every acknowledged account', () =>
  endsAndKeepsAccounts('parent', false));

test('when both are killed, the process ends and keeps every acknowledged account', { tags: 'extended' }, () =>
  endsAndKeepsAccounts('both', true),
);

test('on Ctrl-C, which reaches the whole group, only the parent stops the emulator', {
  tags: 'extended',
}, async () => {
  const { parent, pid, account } = await start('interrupted');
  await account('signUp', 'ann@example.com');
  if (parent.pid === undefined) throw new Error('The parent did not start');
  const ended = once(parent, 'exit');
  process.kill(-parent.pid, 'SIGINT');
  // The parent calls its emulator once more after the signal, and exits with 0 only if it responds.
  expect(await ended).toEqual([0, null]);
  expect(isAlive(pid)).toBe(false);
});
