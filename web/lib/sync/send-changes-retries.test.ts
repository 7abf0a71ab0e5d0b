/** When a change that got no response, or no decision, is sent again, and for how long. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connection } from '../../../tests/support/live-connection.ts';
import {
  change,
  dispatchOnline,
  forgetSender,
  noResponse,
  refusal,
  resetSender,
  second,
  sender,
  senderLeft,
  sent,
  server,
  settle,
} from '../../../tests/support/sent-changes.ts';
import { ApiError } from '../api-client.ts';
import { notifyMissed } from '../live-missed.ts';
import { isSendingPaused } from './send-changes.ts';

beforeEach(resetSender);
afterEach(forgetSender);

describe.each([
  ['no response', noResponse],
  ['429', refusal(429)],
  ['503', refusal(503)],
  ['504 of a gateway', refusal(504)],
  ['403 of a proxy that asks for a login', refusal(403, 'PROXY_ERROR')],
  ['404 of a proxy that has no server for now', refusal(404, 'PROXY_ERROR')],
  ['408 of a proxy, as it arrived too slowly', refusal(408, 'PROXY_ERROR')],
  ['521 of a proxy whose server is down', refusal(521, 'PROXY_ERROR')],
])('a change that gets %s', (_, failure) => {
  test('is retried with growing pauses, before later changes', async () => {
    const times: number[] = [];
    server.respond = () => {
      times.push(Date.now());
      return failure;
    };
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(92 * second);
    const pauses = times.slice(1).map((time, i) => Math.round((time - (times[i] ?? 0)) / second));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(new Set(sent)).toEqual(new Set(['milk']));

    server.respond = () => undefined;
    sent.length = 0;
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(sent).toEqual(['milk', 'eggs']);
    expect([milk.state, eggs.state]).toEqual(['done', 'done']);
  });
});

test.each([
  ['accepted', undefined],
  ['rejected', refusal(404)],
])('resets the pauses once a change is %s', async (_, response) => {
  server.respond = () => noResponse;
  change('milk');
  await vi.advanceTimersByTimeAsync(20 * second);
  server.respond = () => response;
  await vi.advanceTimersByTimeAsync(20 * second);

  server.respond = () => noResponse;
  change('eggs');
  await settle();
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(second);
  expect(sent).toEqual(['eggs']);
});

test.each([
  ['the live connection is back', notifyMissed],
  ['the browser is back online', dispatchOnline],
])('retries at once and resets the pauses when %s', async (_, back) => {
  server.respond = () => noResponse;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(40 * second);
  sent.length = 0;
  back();
  await settle();
  expect(sent).toEqual(['milk']);

  server.respond = () => undefined;
  await vi.advanceTimersByTimeAsync(second);
  expect(milk.state).toBe('done');
});

test.each([
  [429, 'RATE_LIMITED'],
  [503, 'SERVICE_UNAVAILABLE'],
])(
  'keeps a change for as long as the server responds with %i, and waits as long as it asks for',
  async (statusCode, code) => {
    connection.isLive = true;
    const times: number[] = [];
    server.respond = () => {
      times.push(Date.now());
      return new ApiError({ statusCode, code, message: 'Later' }, { retryAfterMs: 45 * second });
    };
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(30 * 60 * second);
    const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
    expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([45 * second, 45 * second]);
    expect([milk.state, eggs.state, isSendingPaused.get()]).toEqual(['waiting', 'waiting', true]);
    server.respond = () => undefined;
    await vi.advanceTimersByTimeAsync(45 * second);
    expect([milk.state, eggs.state]).toEqual(['done', 'done']);
    expect(sent.slice(-2)).toEqual(['milk', 'eggs']);
  },
);

test('keeps a change that gets no response after it was postponed for long', async () => {
  connection.isLive = true;
  server.respond = () => refusal(503);
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(600 * second);
  server.respond = () => noResponse;
  await vi.advanceTimersByTimeAsync(100 * second);
  expect(milk.state).toBe('waiting');
  server.respond = () => undefined;
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(milk.state).toBe('done');
});

test('gives up as soon in another outage as without the postponements before', async () => {
  connection.isLive = true;
  server.respond = () => refusal(503);
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(600 * second);
  server.respond = () => noResponse;
  notifyMissed();
  await vi.advanceTimersByTimeAsync(240 * second);
  expect(milk.state).toBe('failed');
});

test('waits as long as the server asks for, also if a change of another document gets no response', async () => {
  connection.isLive = true;
  const later = new ApiError({ statusCode: 503, code: 'UNAVAILABLE', message: 'Later' }, { retryAfterMs: 45 * second });
  server.respond = () => (sent.at(-1) === 'milk' ? later : noResponse);
  change('milk');
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(40 * second);
  expect(sent.toSorted()).toEqual(['milk', 'soup']);
});

test('retries without limit while the server is unreachable', async () => {
  server.respond = () => noResponse;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(3_600 * second);
  expect(milk.state).toBe('waiting');
  server.respond = () => undefined;
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(milk.state).toBe('done');
});

test('retries changes of two documents at the same times, as often as a single one', async () => {
  const times = new Set<number>();
  server.respond = () => {
    times.add(Math.round(Date.now() / second));
    return noResponse;
  };
  change('milk');
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(32 * second);
  const [first = 0, ...rest] = times;
  expect(rest.map((time) => time - first)).toEqual([1, 3, 7, 15, 31]);
});

describe('while the socket is up and a change gets no response', () => {
  beforeEach(() => {
    connection.isLive = true;
    server.respond = () => (sent.at(-1) === 'eggs' ? undefined : noResponse);
  });

  test('gives up and sends the next change', async () => {
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(milk.state).toBe('waiting');
    await vi.advanceTimersByTimeAsync(240 * second);
    expect([milk.state, eggs.state]).toEqual(['failed', 'done']);
  });

  test('gives up after three minutes also with changes of two documents', async () => {
    const milk = change('milk');
    const soup = change('soup', 'plan');
    await vi.advanceTimersByTimeAsync(170 * second);
    expect([milk.state, soup.state]).toEqual(['waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(30 * second);
    expect([milk.state, soup.state]).toEqual(['failed', 'failed']);
    expect(isSendingPaused.get()).toBe(false);
  });

  test('retries a new change an hour later', async () => {
    change('milk');
    await vi.advanceTimersByTimeAsync(3_600 * second);
    sent.length = 0;
    const bread = change('bread');
    await settle();
    expect([bread.state, sent]).toEqual(['waiting', ['bread']]);
    server.respond = () => undefined;
    await vi.advanceTimersByTimeAsync(second);
    expect(bread.state).toBe('done');
  });
});

test('pauses after a failure of the page itself, too', async () => {
  vi.stubGlobal('reportError', () => undefined);
  let turns = 0;
  vi.spyOn(sender, 'inTurn').mockImplementation((_, send) => {
    turns += 1;
    // Without an end, the test would have none.
    return turns > 100 ? send() : Promise.reject(new Error('Broken'));
  });
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(10 * second);
  expect([turns, milk.state]).toEqual([4, 'waiting']);
  vi.restoreAllMocks();
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(milk.state).toBe('done');
});

test('SENDER_LEFT does not count as a response of the server', async () => {
  server.respond = () => noResponse;
  change('milk');
  await vi.advanceTimersByTimeAsync(16 * second);
  sent.length = 0;
  server.respond = () => (sent.at(-1) === 'milk' ? noResponse : senderLeft);
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(40 * second);
  expect(sent.toSorted()).toEqual(['milk', 'soup']);
});
