import { beforeEach, expect, test, vi } from 'vitest';
import { openAs, sessionOf, stubBrowser } from '../../../tests/support/signed-in-page.ts';

beforeEach(stubBrowser);

function currentSessionOf(uid: string) {
  const claims = btoa(JSON.stringify({ exp: Date.now() / 1_000 + 3_600 }));
  return { ...sessionOf(uid), token: `e30.${claims}.signature` };
}

/** @param answer called for each request */
async function decide(answer: () => boolean) {
  const page = await openAs('dee', () => import('./api.ts'));
  page.savedSession.set(currentSessionOf('dee'));
  const requests: string[] = [];
  vi.stubGlobal('fetch', async (path: string, { headers }: RequestInit) => {
    // Among those of the session.
    if (path.endsWith('/decisions')) requests.push(`${path} ${new Headers(headers).get('idempotency-key')}`);
    return Response.json({ isComplete: answer() });
  });
  const form = { decision: 'hide', reason: 'Nothing but advertisements' } as const;
  return { ...page, requests, send: () => page.sendDecision('works:ann', form, 'one-press') };
}

test('a decision about all works is sent until it is complete, with one key', async () => {
  const answers = [false, false, true];
  const { requests, send } = await decide(() => answers.shift() ?? true);
  await send();
  expect(requests).toEqual(Array.from({ length: 3 }, () => '/api/moderation/cases/works%3Aann/decisions one-press'));
});

test('its rest is not sent by the next user', async () => {
  const { requests, send, savedSession } = await decide((): boolean => {
    savedSession.set(currentSessionOf('eve'));
    return requests.length > 1;
  });
  await expect(send()).rejects.toThrow();
  expect(requests).toHaveLength(1);
});
