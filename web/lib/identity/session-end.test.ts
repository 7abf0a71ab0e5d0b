/** Why a session has ended by itself, as the tabs of its browser say. */
import { beforeEach, expect, test, vi } from 'vitest';
import { sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';

const key = 'potluck.session-end';
const listeners = new Set<(event: { key: string | null }) => void>();
const tellOfStorage = (changed: string) => {
  for (const listener of [...listeners]) listener({ key: changed });
};

beforeEach(() => {
  stubBrowser();
  listeners.clear();
  vi.stubGlobal(
    'addEventListener',
    (type: string, listener: () => void) => type === 'storage' && listeners.add(listener),
  );
  vi.stubGlobal('removeEventListener', (_type: string, listener: () => void) => listeners.delete(listener));
});

async function openTab() {
  vi.resetModules();
  const { savedSession } = await import('./saved-session.ts');
  const { sessionEnd } = await import('./session-end.ts');
  const { explainSessionEnd } = await import('./explain-session-end.ts');
  savedSession.set(sessionOf('mia'));
  return { savedSession, sessionEnd, explainSessionEnd };
}

/** The tab in which the session ends. */
async function endSession(explain: () => Promise<Response>) {
  const tab = await openTab();
  vi.stubGlobal('fetch', explain);
  tab.sessionEnd.set('unknown');
  tab.savedSession.set(null);
  return { ...tab, explained: tab.explainSessionEnd('token of mia') };
}

test('is the reason that the server gives, or unknown without one', async () => {
  const { explained, sessionEnd } = await endSession(async () => Response.json({ reason: 'revoked' }, { status: 401 }));
  expect([await explained, sessionEnd.get()]).toEqual(['revoked', 'revoked']);
  const offline = await endSession(() => Promise.reject(new TypeError('Failed to fetch')));
  expect([await offline.explained, offline.sessionEnd.get()]).toEqual(['unknown', 'unknown']);
});

test('is not told to a user who has signed in before the server responds', async () => {
  const response = Promise.withResolvers<Response>();
  const { explained, sessionEnd, savedSession } = await endSession(() => response.promise);
  savedSession.set(sessionOf('sam'));
  response.resolve(Response.json({ reason: 'revoked' }, { status: 401 }));
  expect([await explained, sessionEnd.get(), localStorage.getItem(key)]).toEqual([undefined, null, null]);
});

test('is said by other tabs too, once it is known in the tab in which the session has ended', async () => {
  const { sessionEnd } = await openTab();
  localStorage.setItem(key, 'unknown');
  for (const name of ['token', 'user']) localStorage.removeItem(name);
  tellOfStorage('token');
  expect(sessionEnd.get()).toBe('unknown');
  localStorage.setItem(key, 'revoked');
  tellOfStorage(key);
  expect(sessionEnd.get()).toBe('revoked');
});
