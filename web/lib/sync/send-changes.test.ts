import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from '../api-client.ts';
import { savedSession } from '../identity/saved-session.ts';
import { notifyMissed } from '../live-missed.ts';
import { type PendingChange, pendingChanges } from './pending-changes.ts';
import { changesHeldUp, type Sender, sendChanges } from './send-changes.ts';

const { live, page } = vi.hoisted(() => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  return { live: { isUp: false }, page };
});

vi.mock('../live.ts', () => ({ isLive: () => live.isUp }));

const refusal = (statusCode: number) => new ApiError({ statusCode, code: `HTTP_${statusCode}`, message: 'No' });
const noResponse = refusal(0);
const senderLeft = new ApiError({ statusCode: 401, code: 'SENDER_LEFT', message: 'You signed out' });
const second = 1_000;

const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });

/** The server's response to each request: an error, or undefined when it accepts it. */
let respond: () => Error | undefined;
let sent: string[];

beforeEach(() => {
  vi.stubGlobal('reportError', (error: unknown) => {
    throw error;
  });
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  live.isUp = false;
  savedSession.set(session('mia'));
  notifyMissed();
  sent = [];
});

afterEach(() => {
  savedSession.set(null);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

/** Makes a change of a document. Returns its outcome. */
function change(what: string, document = 'list') {
  const outcome = { state: 'waiting' };
  outcomes.set(pendingChanges.add([document], 'mia', what, { verb: 'Add', what }).key, outcome);
  sendChanges([document], sender);
  return outcome;
}

const outcomes = new Map<string, { state: string }>();
const settled = (state: 'done' | 'failed') => async (pending: PendingChange) => {
  pendingChanges.remove(pending.document, ({ key }) => key === pending.key);
  Object.assign(outcomes.get(pending.key) ?? {}, { state });
};
const sender: Sender = {
  inTurn: (_, send) => send(),
  send: async ([first]) => {
    sent.push(String(first?.change));
    const error = respond();
    return [error ? { error } : { revision: '1' }];
  },
  answered: async (_, answered) => {
    for (const each of answered) await settled('done')(each);
  },
  refused: settled('failed'),
};

/** Runs the timers and promises that are due. */
const settle = () => vi.advanceTimersByTimeAsync(1);

describe.each([
  ['no response', noResponse],
  ['429', refusal(429)],
  ['502 of a gateway', refusal(502)],
  ['503', refusal(503)],
  ['504 of a gateway', refusal(504)],
])('a change that gets %s', (_, failure) => {
  test('is retried with growing pauses, before later changes', async () => {
    const times: number[] = [];
    respond = () => {
      times.push(Date.now());
      return failure;
    };
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(92 * second);
    const pauses = times.slice(1).map((time, i) => Math.round((time - (times[i] ?? 0)) / second));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(new Set(sent)).toEqual(new Set(['milk']));

    respond = () => undefined;
    sent = [];
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(sent).toEqual(['milk', 'eggs']);
    expect([milk.state, eggs.state]).toEqual(['done', 'done']);
  });
});

test.each([
  ['accepted', undefined],
  ['rejected', refusal(404)],
])('resets the pauses once a change is %s', async (_, response) => {
  respond = () => noResponse;
  change('milk');
  await vi.advanceTimersByTimeAsync(20 * second);
  respond = () => response;
  await vi.advanceTimersByTimeAsync(20 * second);

  respond = () => noResponse;
  change('eggs');
  await settle();
  sent = [];
  await vi.advanceTimersByTimeAsync(second);
  expect(sent).toEqual(['eggs']);
});

test.each([
  ['the live connection is back', notifyMissed],
  ['the browser is back online', () => page.dispatchEvent(new Event('online'))],
])('retries at once and resets the pauses when %s', async (_, back) => {
  respond = () => noResponse;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(40 * second);
  sent = [];
  back();
  await settle();
  expect(sent).toEqual(['milk']);

  respond = () => undefined;
  await vi.advanceTimersByTimeAsync(second);
  expect(milk.state).toBe('done');
});

test.each([400, 401, 404, 409, 500])('a change that gets %i fails, and the next one is sent', async (status) => {
  respond = () => (sent.length === 1 ? refusal(status) : undefined);
  const milk = change('milk');
  const eggs = change('eggs');
  await settle();
  expect([milk.state, eggs.state]).toEqual(['failed', 'done']);
  expect(sent).toEqual(['milk', 'eggs']);
});

test('keeps a change for as long as the server limits requests, and waits as long as it asks for', async () => {
  live.isUp = true;
  const times: number[] = [];
  respond = () => {
    times.push(Date.now());
    return new ApiError({ statusCode: 429, code: 'RATE_LIMITED', message: 'Slow down' }, { retryAfterMs: 45 * second });
  };
  const milk = change('milk');
  const eggs = change('eggs');
  await vi.advanceTimersByTimeAsync(30 * 60 * second);
  const pauses = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  expect([Math.min(...pauses), Math.max(...pauses)]).toEqual([45 * second, 45 * second]);
  expect([milk.state, eggs.state, changesHeldUp.get()]).toEqual(['waiting', 'waiting', true]);
  respond = () => undefined;
  await vi.advanceTimersByTimeAsync(45 * second);
  expect([milk.state, eggs.state]).toEqual(['done', 'done']);
  expect(sent.slice(-2)).toEqual(['milk', 'eggs']);
});

test('retries without limit while the server is unreachable', async () => {
  respond = () => noResponse;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(3_600 * second);
  expect(milk.state).toBe('waiting');
  respond = () => undefined;
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(milk.state).toBe('done');
});

test('sends nothing offline, and everything in order when back online', async () => {
  respond = () => noResponse;
  const milk = change('milk');
  await settle();
  onlineManager.setOnline(false);
  const eggs = change('eggs');
  const soup = change('soup', 'plan');
  sent = [];
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(sent).toEqual([]);
  expect(changesHeldUp.get()).toBe(true);

  respond = () => undefined;
  onlineManager.setOnline(true);
  page.dispatchEvent(new Event('online'));
  await settle();
  expect([milk.state, eggs.state, soup.state]).toEqual(['done', 'done', 'done']);
  expect(sent.filter((what) => what !== 'soup')).toEqual(['milk', 'eggs']);
  expect(changesHeldUp.get()).toBe(false);
});

test('retries changes of two documents at the same times, as often as a single one', async () => {
  const times = new Set<number>();
  respond = () => {
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
    live.isUp = true;
    respond = () => (sent.at(-1) === 'eggs' ? undefined : noResponse);
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
    expect(changesHeldUp.get()).toBe(false);
  });

  test('retries a new change an hour later', async () => {
    change('milk');
    await vi.advanceTimersByTimeAsync(3_600 * second);
    sent = [];
    const bread = change('bread');
    await settle();
    expect([bread.state, sent]).toEqual(['waiting', ['bread']]);
    respond = () => undefined;
    await vi.advanceTimersByTimeAsync(second);
    expect(bread.state).toBe('done');
  });
});

describe('when the author of a change leaves', () => {
  test.each([
    ['nobody', null],
    ['another user', 'tom'],
  ])('drops the change, and holds up no later one, when %s is signed in', async (_, next) => {
    respond = () => noResponse;
    const milk = change('milk');
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(changesHeldUp.get()).toBe(true);
    savedSession.set(next === null ? null : session(next));
    expect(changesHeldUp.get()).toBe(false);

    respond = () => undefined;
    sent = [];
    savedSession.set(session('mia'));
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(sent).toEqual(['eggs']);
    expect([milk.state, eggs.state]).toEqual(['waiting', 'done']);
  });

  test.each([
    ['gets no response', noResponse],
    ['is not sent, as its author has left', senderLeft],
  ])('neither retries nor settles a change in flight that %s', async (_, failure) => {
    respond = () => failure;
    const answered = Promise.withResolvers<void>();
    const send = vi.spyOn(sender, 'send').mockImplementation(() => answered.promise.then(() => [{ error: failure }]));
    const milk = change('milk');
    await settle();
    savedSession.set(session('tom'));
    answered.resolve();
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(send).toHaveBeenCalledOnce();
    expect([milk.state, changesHeldUp.get()]).toEqual(['waiting', false]);
  });
});

test('SENDER_LEFT does not count as a response of the server', async () => {
  respond = () => noResponse;
  change('milk');
  await vi.advanceTimersByTimeAsync(16 * second);
  sent = [];
  respond = () => (sent.at(-1) === 'milk' ? noResponse : senderLeft);
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(40 * second);
  expect(sent.toSorted()).toEqual(['milk', 'soup']);
});
