import { focusManager, MutationObserver, onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { savedSession } from './identity/saved-session.ts';
import { changesHeldUp, untilReached } from './server-reach.ts';

const { live, told } = vi.hoisted(() => {
  /** What the browser tells, by the name of the event. */
  const told = new Map<string, () => void>();
  vi.stubGlobal('addEventListener', (event: string, listener: () => void) => told.set(event, listener));
  return { told, live: { stands: false, connected: () => {} } };
});

vi.mock('./live.ts', () => ({
  isLive: () => live.stands,
  onLiveMissed: (listener: () => void) => {
    live.connected = listener;
  },
}));

const refusal = (statusCode: number) => new ApiError({ statusCode, code: `HTTP_${statusCode}`, message: 'No' });
const noAnswer = refusal(0);
const senderLeft = new ApiError({ statusCode: 401, code: 'SENDER_LEFT', message: 'You signed out' });
const second = 1_000;

const session = (uid: string) => ({ user: { uid, name: uid, email: null, photoURL: null }, token: 'token' });

/** What the server answers to each request; nothing where it takes it. */
let answer: () => Error | undefined;
let sent: string[];
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  live.stands = false;
  savedSession.set(session('mia'));
  live.connected();
  sent = [];
  client = new QueryClient();
  client.mount();
});

afterEach(() => {
  client.unmount();
  client.clear();
  savedSession.set(null);
  onlineManager.setOnline(true);
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Sends it after whatever was sent before in its scope; tells what became of it. */
function change(what: string, scope = 'list') {
  const outcome = { is: 'waiting' };
  new MutationObserver(client, {
    scope: { id: scope },
    ...untilReached(async (request: string) => {
      sent.push(request);
      const refused = answer();
      if (refused) throw refused;
    }),
  })
    .mutate(what)
    .then(
      () => (outcome.is = 'done'),
      () => (outcome.is = 'failed'),
    );
  return outcome;
}

/** Lets what is due now happen. */
const settle = () => vi.advanceTimersByTimeAsync(1);

describe.each([
  ['no answer', noAnswer],
  ['429', refusal(429)],
  ['502 of a gateway', refusal(502)],
  ['503', refusal(503)],
  ['504 of a gateway', refusal(504)],
])('a change that gets %s', (_, failure) => {
  test('waits, and is sent again with growing pauses, before those made after it', async () => {
    const times: number[] = [];
    answer = () => {
      times.push(Date.now());
      return failure;
    };
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(92 * second);
    const pauses = times.slice(1).map((time, i) => Math.round((time - (times[i] ?? 0)) / second));
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30]);
    expect(new Set(sent)).toEqual(new Set(['milk']));

    answer = () => undefined;
    sent = [];
    await vi.advanceTimersByTimeAsync(30 * second);
    expect(sent).toEqual(['milk', 'eggs']);
    expect([milk.is, eggs.is]).toEqual(['done', 'done']);
  });
});

test.each([
  ['taken', undefined],
  ['refused', refusal(404)],
])('pauses are short again once a change was %s', async (_, answered) => {
  answer = () => noAnswer;
  change('milk');
  await vi.advanceTimersByTimeAsync(20 * second);
  answer = () => answered;
  await vi.advanceTimersByTimeAsync(20 * second);

  answer = () => noAnswer;
  change('eggs');
  await settle();
  sent = [];
  await vi.advanceTimersByTimeAsync(second);
  expect(sent).toEqual(['eggs']);
});

test.each([
  ['the live connection stands again', () => live.connected()],
  ['the browser has a network again', () => told.get('online')?.()],
])('what waits goes out at once when %s, and with short pauses from there on', async (_, back) => {
  answer = () => noAnswer;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(40 * second);
  sent = [];
  back();
  await settle();
  expect(sent).toEqual(['milk']);

  answer = () => undefined;
  await vi.advanceTimersByTimeAsync(second);
  expect(milk.is).toBe('done');
});

test.each([400, 401, 404, 409, 500])('a change that is answered by %i fails, and the next goes out', async (status) => {
  answer = () => (sent.length === 1 ? refusal(status) : undefined);
  const milk = change('milk');
  const eggs = change('eggs');
  await settle();
  expect([milk.is, eggs.is]).toEqual(['failed', 'done']);
  expect(sent).toEqual(['milk', 'eggs']);
});

test('a server that is gone is waited for as long as it takes', async () => {
  answer = () => noAnswer;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(3_600 * second);
  expect(milk.is).toBe('waiting');
  answer = () => undefined;
  await vi.advanceTimersByTimeAsync(31 * second);
  expect(milk.is).toBe('done');
});

test('a change is sent again in a tab that nobody looks at', async () => {
  answer = () => noAnswer;
  const milk = change('milk');
  await settle();
  focusManager.setFocused(false);
  answer = () => undefined;
  await vi.advanceTimersByTimeAsync(2 * second);
  expect(milk.is).toBe('done');
});

test('without a network nothing is tried; all goes out when there is one, in its order', async () => {
  answer = () => noAnswer;
  const milk = change('milk');
  await settle();
  onlineManager.setOnline(false);
  const eggs = change('eggs');
  const soup = change('soup', 'plan');
  sent = [];
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(sent).toEqual([]);
  expect(changesHeldUp.get()).toBe(true);

  answer = () => undefined;
  onlineManager.setOnline(true);
  told.get('online')?.();
  await settle();
  expect([milk.is, eggs.is, soup.is]).toEqual(['done', 'done', 'done']);
  expect(sent.filter((what) => what !== 'soup')).toEqual(['milk', 'eggs']);
  expect(changesHeldUp.get()).toBe(false);
});

test('changes of two kinds that wait at once are tried at the same moments, as often as one would be', async () => {
  const times = new Set<number>();
  answer = () => {
    times.add(Math.round(Date.now() / second));
    return noAnswer;
  };
  change('milk');
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(32 * second);
  const [first = 0, ...rest] = times;
  expect(rest.map((time) => time - first)).toEqual([1, 3, 7, 15, 31]);
});

describe('a server that is there and never answers a change', () => {
  beforeEach(() => {
    live.stands = true;
    answer = () => (sent.at(-1) === 'eggs' ? undefined : noAnswer);
  });

  test('does not hold up the next for ever', async () => {
    const milk = change('milk');
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(milk.is).toBe('waiting');
    await vi.advanceTimersByTimeAsync(240 * second);
    expect([milk.is, eggs.is]).toEqual(['failed', 'done']);
  });

  test('gets three minutes also where two kinds wait for it', async () => {
    const milk = change('milk');
    const soup = change('soup', 'plan');
    await vi.advanceTimersByTimeAsync(170 * second);
    expect([milk.is, soup.is]).toEqual(['waiting', 'waiting']);
    await vi.advanceTimersByTimeAsync(30 * second);
    expect([milk.is, soup.is]).toEqual(['failed', 'failed']);
    expect(changesHeldUp.get()).toBe(false);
  });

  test('an hour later a change waits again as if nothing had been', async () => {
    change('milk');
    await vi.advanceTimersByTimeAsync(3_600 * second);
    sent = [];
    const bread = change('bread');
    await settle();
    expect([bread.is, sent]).toEqual(['waiting', ['bread']]);
    answer = () => undefined;
    await vi.advanceTimersByTimeAsync(second);
    expect(bread.is).toBe('done');
  });
});

describe('when who made a change leaves', () => {
  const leave = (next: string | null) => {
    client.getMutationCache().clear(); // As `query-client.ts` does.
    savedSession.set(next === null ? null : session(next));
  };

  test.each([
    ['nobody', null],
    ['somebody else', 'tom'],
  ])('it is not sent again, and nothing holds up what is changed when %s is signed in', async (_, next) => {
    answer = () => noAnswer;
    const milk = change('milk');
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(changesHeldUp.get()).toBe(true);
    leave(next);
    expect(changesHeldUp.get()).toBe(false);

    answer = () => undefined;
    sent = [];
    savedSession.set(session('mia'));
    const eggs = change('eggs');
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(sent).toEqual(['eggs']);
    expect([milk.is, eggs.is]).toEqual(['waiting', 'done']);
  });

  test.each([
    ['gets no answer', noAnswer],
    ['is not sent, as he has left', senderLeft],
  ])('one on its way that %s is not sent again, and nothing is said of it to the next', async (_, failure) => {
    const answered = Promise.withResolvers<void>();
    const send = vi.fn(async () => {
      await answered.promise;
      throw failure;
    });
    const failed = vi.fn();
    const observer = new MutationObserver(client, { ...untilReached(send), onError: failed });
    observer.mutate(undefined).catch(() => undefined);
    await settle();
    leave('tom');
    answered.resolve();
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(send).toHaveBeenCalledOnce();
    expect(failed).not.toHaveBeenCalled();
    expect(changesHeldUp.get()).toBe(false);
  });
});

test('what is not sent, as its sender has left, says nothing of the server', async () => {
  answer = () => noAnswer;
  change('milk');
  await vi.advanceTimersByTimeAsync(16 * second);
  sent = [];
  answer = () => (sent.at(-1) === 'milk' ? noAnswer : senderLeft);
  change('soup', 'plan');
  await vi.advanceTimersByTimeAsync(40 * second);
  expect(sent.toSorted()).toEqual(['milk', 'soup']);
});
