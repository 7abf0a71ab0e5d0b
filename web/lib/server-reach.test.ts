import { MutationObserver, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ApiError } from './api-client.ts';
import { untilReached } from './server-reach.ts';

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
const second = 1_000;

/** What the server answers to each request; nothing where it takes it. */
let answer: () => Error | undefined;
let sent: string[];
let client: QueryClient;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  live.stands = false;
  live.connected();
  sent = [];
  client = new QueryClient();
  client.mount();
});

afterEach(() => {
  client.unmount();
  client.clear();
  vi.useRealTimers();
});

/** Sends it after whatever was sent before; tells what became of it. */
function change(what: string) {
  const outcome = { is: 'waiting' };
  new MutationObserver(client, {
    scope: { id: 'list' },
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

test.each([400, 401, 404, 409, 429, 500])(
  'a change that is answered by %i fails, and the next goes out',
  async (status) => {
    answer = () => (sent.length === 1 ? refusal(status) : undefined);
    const milk = change('milk');
    const eggs = change('eggs');
    await settle();
    expect([milk.is, eggs.is]).toEqual(['failed', 'done']);
    expect(sent).toEqual(['milk', 'eggs']);
  },
);

test('a server that is gone is waited for as long as it takes', async () => {
  answer = () => noAnswer;
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(3_600 * second);
  expect(milk.is).toBe('waiting');
});

test('one that is there and never answers a change does not hold up the next for ever', async () => {
  live.stands = true;
  answer = () => (sent.at(-1) === 'milk' ? noAnswer : undefined);
  const milk = change('milk');
  const eggs = change('eggs');
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(milk.is).toBe('waiting');
  await vi.advanceTimersByTimeAsync(240 * second);
  expect([milk.is, eggs.is]).toEqual(['failed', 'done']);
});
