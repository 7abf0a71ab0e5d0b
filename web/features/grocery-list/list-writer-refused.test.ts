/** What becomes of ingredients that were added without a connection, and that the server refuses later. */
import { onlineManager } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../lib/api-client.ts';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { refusedChanges } from '../../lib/sync/refused-changes.ts';
import { listWriter } from './list-writer.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../lib/live.ts', () => ({ isLive: () => false, onLive: () => () => undefined }));
vi.mock('../../lib/sync/device-database.ts', () => ({
  deviceDatabase: async () => undefined,
  onDatabaseClosed: () => undefined,
}));
vi.mock('../../lib/api-client.ts', async (original) => ({
  ...(await original<object>()),
  api: {
    send: () => Promise.reject(new ApiError({ statusCode: 409, code: 'LIST_FULL', message: 'The list is full' })),
  },
}));

beforeEach(() => {
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('navigator', { locks: { request: (_: string, _options: object, run: () => unknown) => run() } });
  savedSession.set({ user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' });
});

test('are shown as not saved', async () => {
  onlineManager.setOnline(false);
  const ingredients = [{ name: 'Feta', amount: '300', unit: 'g' }];
  expect(await listWriter.add({ uid: 'mia', name: 'Mia', whose: 'home' }, ingredients)).toEqual({ kind: 'waiting' });
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(refusedChanges.all()).toMatchObject([{ text: { what: 'Feta' } }]));
});
