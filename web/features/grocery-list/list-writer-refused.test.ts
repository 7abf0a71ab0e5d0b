/** What becomes of ingredients that the server refuses when the screen that added them does not show it any more. */
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
  refusedChanges.remove(refusedChanges.all().map(({ key }) => key));
  vi.stubGlobal('reportError', () => undefined);
  vi.stubGlobal('navigator', { locks: { request: (_: string, _options: object, run: () => unknown) => run() } });
  savedSession.set({ user: { uid: 'mia', name: 'Mia', email: null, photoURL: null }, token: 'token' });
});

const list = { uid: 'mia', name: 'Mia', whose: 'home' };
const ingredients = [{ name: 'Feta', amount: '300', unit: 'g' }];
const refusedTexts = () => refusedChanges.all().map(({ text }) => text.what);

test('are shown as not saved if they waited for a connection', async () => {
  onlineManager.setOnline(false);
  expect(await listWriter.add(list, ingredients)).toEqual({ kind: 'waiting' });
  onlineManager.setOnline(true);
  await vi.waitFor(() => expect(refusedTexts()).toEqual(['Feta']));
});

test.each(['before they were sent', 'before the response'])(
  'are shown as not saved if it was left %s',
  async (when) => {
    const screen = new AbortController();
    if (when === 'before they were sent') screen.abort();
    const added = listWriter.add(list, ingredients, screen.signal);
    screen.abort();
    await added;
    await vi.waitFor(() => expect(refusedTexts()).toEqual(['Feta']));
  },
);
