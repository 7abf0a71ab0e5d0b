import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { savedSession } from './identity/saved-session.ts';
import { notifyMissed } from './live-missed.ts';

const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });

beforeEach(() => {
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
});

test('removes what a user has read when the user changes, and keeps what is the same for all', async () => {
  const { everyone, queryClient } = await import('./query-client.ts');
  const read = (reader: string) =>
    queryClient.fetchQuery({ queryKey: ['posts', reader], queryFn: () => 'posts', meta: { reader } });
  const readers = () =>
    queryClient
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey[1]);
  savedSession.set(null);
  for (const reader of ['', 'mia', everyone]) await read(reader);
  savedSession.set(session('mia'));
  expect(readers()).toEqual(['mia', everyone]);
  savedSession.set({ ...session('mia'), token: 'renewed' });
  expect(readers()).toEqual(['mia', everyone]);
  savedSession.set(null);
  expect(readers()).toEqual([everyone]);
});

test('fetches again what failed for the previous user', async () => {
  const { everyone, queryClient } = await import('./query-client.ts');
  savedSession.set(session('mia'));
  const queryFn = vi.fn(() => Promise.reject<string>(new Error('The session has ended')));
  const shown = new QueryObserver(queryClient, { queryKey: ['recipes'], queryFn, meta: { reader: everyone } });
  const hide = shown.subscribe(() => undefined);
  await vi.waitFor(() => expect(shown.getCurrentResult().status).toBe('error'));
  queryFn.mockResolvedValue('recipes');
  savedSession.set(null);
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('recipes'));
  hide();
});

test('fetches again what was being fetched for the first time when messages were missed', async () => {
  const { queryClient } = await import('./query-client.ts');
  const first = Promise.withResolvers<string>();
  const queryFn = vi.fn(() => first.promise);
  const shown = new QueryObserver(queryClient, { queryKey: ['list'], queryFn });
  const hide = shown.subscribe(() => undefined);
  notifyMissed();
  queryFn.mockResolvedValue('as of now');
  first.resolve('as it was before');
  await vi.waitFor(() => expect(shown.getCurrentResult().data).toBe('as of now'));
  hide();
});
