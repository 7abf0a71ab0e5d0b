import { expect, test, vi } from 'vitest';
import { savedSession } from '../../lib/identity/saved-session.ts';
import { sendDecision } from './api.ts';

test('sends a decision about all works until it is complete, with one key', async () => {
  const claims = btoa(JSON.stringify({ exp: Date.now() / 1_000 + 3_600 }));
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
  vi.stubGlobal('reportError', (error: unknown) => expect.unreachable(String(error)));
  savedSession.set({
    user: { uid: 'dee', name: 'Dee', email: null, photoURL: null },
    token: `e30.${claims}.signature`,
  });
  const answers = [false, false, true];
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    requests.push(`${path} ${new Headers(headers).get('idempotency-key')}`);
    return Response.json({ isComplete: answers.shift() });
  });
  await sendDecision('works:ann', { decision: 'hide', reason: 'Nothing but advertisements' }, 'one-press');
  expect(requests).toEqual(Array.from({ length: 3 }, () => '/api/moderation/cases/works%3Aann/decisions one-press'));
});
