/** The live connection of a page whose user changes: the client's own code with a real gateway. */
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { savedSession } from '../../web/lib/identity/saved-session.ts';
import { isLive, onLive } from '../../web/lib/live.ts';
import { onLiveMissed } from '../../web/lib/live-missed.ts';
import { type LiveServer, mealUnplanned, postLiked, startLive, Tokens } from '../support/live.ts';
import { until } from '../support/until.ts';

vi.hoisted(() => vi.stubGlobal('addEventListener', () => undefined));
vi.mock('../../web/lib/after-first-paint.ts', () => ({ afterFirstPaint: (task: () => void) => task() }));
vi.mock('../../web/lib/identity/identity.ts', () => ({
  loadIdentity: async () => ({ token: async () => signIn('ann', 'renewed') }),
}));

const week = { ofAnn: '2026-11-16', ofBen: '2026-11-23' };
const tokens = new Tokens();
let server: LiveServer;
/** What the page's listeners receive. */
const messages: LiveMessage[] = [];
const missed = vi.fn();

const [minuteMs, hourMs] = [60_000, 3_600_000];
const expiry = Buffer.from(JSON.stringify({ exp: Date.now() + hourMs })).toString('base64url');

/** Stores the user and a new token: valid for an hour to the page, for `validMs` to the server. Returns the token. */
function signIn(uid: string, name = 'first', validMs = hourMs): string {
  const token = tokens.issue(`${uid}-${name}.${expiry}.signature`, uid, validMs);
  savedSession.set({ user: { uid, name: uid, email: null, photoURL: null }, token });
  return token;
}

const weeks = () => messages.flatMap((message) => (message.kind === 'plan.changed' ? message.week : []));

beforeAll(async () => {
  server = await startLive(tokens);
  const host = `127.0.0.1:${server.port}`;
  vi.stubGlobal('location', { protocol: 'http:', hostname: '127.0.0.1', host, port: `${server.port}` });
  onLive((message) => messages.push(message));
  onLiveMissed(missed);
  await until(isLive);
  return () => server.close();
});

beforeEach(async () => {
  signIn('ann', 'first', minuteMs);
  await until(isLive);
  messages.length = 0;
  missed.mockClear();
  return () => savedSession.set(null);
});

afterAll(() => vi.useRealTimers());

test("delivers no message of the previous user after another has signed in, and all of the new user's", async () => {
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  signIn('ben'); // The message is on its way.
  await until(isLive);
  expect(missed).toHaveBeenCalledOnce();
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  server.gateway.publish(mealUnplanned('ben', week.ofBen));
  server.gateway.publish(postLiked(1));
  await until(() => messages.length > 0 && messages.at(-1)?.kind === 'post.changed');
  expect(weeks()).toEqual([week.ofBen]);
});

test('leaves the rooms of a user who signs out, and continues as a visitor', async () => {
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  savedSession.set(null);
  await until(isLive);
  expect(tokens.watching('ann')).toBe(0);
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  server.gateway.publish(postLiked(2));
  await until(() => messages.length > 0);
  expect(messages.map(({ kind }) => kind)).toEqual(['post.changed']);
});

test('keeps the connection when the token of the same user is renewed', async () => {
  signIn('ann', 'second');
  expect(isLive()).toBe(true);
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  await until(() => weeks().length === 1);
  expect(missed).not.toHaveBeenCalled();
});

test('reconnects with a fresh token when the server ends the session', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  vi.setSystemTime(Date.now() + minuteMs);
  await until(() => missed.mock.calls.length > 0);
  server.gateway.publish(mealUnplanned('ann', week.ofAnn));
  await until(() => weeks().length === 1);
});
