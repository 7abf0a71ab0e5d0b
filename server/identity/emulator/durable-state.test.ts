import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openAccountsFile } from './accounts-file.ts';
import { DurableState } from './durable-state.ts';

function openFolder() {
  const dir = mkdtempSync(join(tmpdir(), 'potluck-accounts-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

function stateIn(dir: string) {
  const notExpected = () => expect.unreachable();
  return new DurableState('demo-potluck', dir, notExpected, notExpected);
}

function openState() {
  const state = stateIn(openFolder());
  onTestFinished(() => state.close());
  state.overwriteUserWithLocalId('mia', { email: 'mia@example.org', lastLoginAt: '1000' });
  return state;
}

// The emulator reads the time of a sign-up before that of its password; it counts one in ms and the other in seconds.
test('a session that starts with its password is valid, also when a second passes between their times', () => {
  const validSince = Math.floor(Date.now() / 1000);
  const signedUp = { passwordHash: 'hash', validSince: String(validSince), lastLoginAt: String(validSince * 1000 - 1) };
  const { lastLoginAt } = openState().updateUserByLocalId('mia', signedUp);
  expect(Math.floor(Number(lastLoginAt) / 1000)).toBeGreaterThanOrEqual(validSince);
});

test('only a new password or email keeps the session that makes the change', () => {
  const state = openState();
  const validSince = String(Math.floor(Date.now() / 1000));
  for (const change of [{ validSince }, { passwordHash: 'hash' }, { email: 'mia@example.com' }]) {
    expect(state.updateUserByLocalId('mia', change).lastLoginAt).toBe('1000');
  }
  const { lastLoginAt } = state.updateUserByLocalId('mia', { email: 'mia@example.net', validSince });
  expect(Number(lastLoginAt)).toBeGreaterThanOrEqual(Number(validSince) * 1000);
});

test('a deleted account does not come back with a restart, and a Google account that was linked stays', () => {
  const dir = openFolder();
  const state = stateIn(dir);
  const google = { providerId: 'google.com', rawId: '4711' };
  state.overwriteUserWithLocalId('mia', { email: 'mia@example.org' });
  state.updateUserByLocalId('mia', {}, { upsertProviders: [google] });
  state.deleteUser(state.overwriteUserWithLocalId('tom', { email: 'tom@example.org' }));
  state.close();
  const file = openAccountsFile(dir);
  onTestFinished(() => file.close());
  expect([...file.all()]).toMatchObject([{ localId: 'mia', providerUserInfo: [google] }]);
});
