import { onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
  session,
  settle,
} from '../../../tests/support/sent-changes.ts';
import { savedSession } from '../identity/saved-session.ts';
import { isSendingPaused } from './send-changes.ts';

beforeEach(resetSender);
afterEach(forgetSender);

test.each([400, 401, 404, 409, 500])('a change that gets %i fails, and the next one is sent', async (status) => {
  server.respond = () => (sent.length === 1 ? refusal(status) : undefined);
  const milk = change('milk');
  const eggs = change('eggs');
  await settle();
  expect([milk.state, eggs.state]).toEqual(['failed', 'done']);
  expect(sent).toEqual(['milk', 'eggs']);
});

test('sends nothing offline, and everything in order when back online', async () => {
  server.respond = () => noResponse;
  const milk = change('milk');
  await settle();
  onlineManager.setOnline(false);
  const eggs = change('eggs');
  const soup = change('soup', 'plan');
  sent.length = 0;
  await vi.advanceTimersByTimeAsync(60 * second);
  expect(sent).toEqual([]);
  expect(isSendingPaused.get()).toBe(true);

  server.respond = () => undefined;
  onlineManager.setOnline(true);
  dispatchOnline();
  await settle();
  expect([milk.state, eggs.state, soup.state]).toEqual(['done', 'done', 'done']);
  expect(sent.filter((what) => what !== 'soup')).toEqual(['milk', 'eggs']);
  expect(isSendingPaused.get()).toBe(false);
});

test('says at once that changes wait when the browser goes offline, and sends none', async () => {
  onlineManager.setOnline(false);
  expect(isSendingPaused.get()).toBe(true);
  const milk = change('milk');
  await vi.advanceTimersByTimeAsync(60 * second);
  expect([sent, isSendingPaused.get()]).toEqual([[], true]);
  onlineManager.setOnline(true);
  await settle();
  expect([milk.state, isSendingPaused.get()]).toEqual(['done', false]);
});

test('of changes that are sent together, those before one without a response are done', async () => {
  onlineManager.setOnline(false);
  const [milk, eggs] = [change('milk'), change('eggs')];
  vi.spyOn(sender, 'send').mockResolvedValueOnce([{ revision: '1' }, { error: noResponse }]);
  onlineManager.setOnline(true);
  await settle();
  expect([milk.state, eggs.state]).toEqual(['done', 'waiting']);
  await vi.advanceTimersByTimeAsync(2 * second);
  expect([eggs.state, sent]).toEqual(['done', ['eggs']]);
});

test('of changes that are sent together, only the refused one fails', async () => {
  onlineManager.setOnline(false);
  const changes = ['milk', 'eggs', 'salt'].map((what) => change(what));
  const outcomes = [{ revision: '1' }, { error: refusal(404) }, { revision: '2' }];
  vi.spyOn(sender, 'send').mockResolvedValueOnce(outcomes);
  onlineManager.setOnline(true);
  await settle();
  expect([changes.map(({ state }) => state), sent]).toEqual([['done', 'failed', 'done'], []]);
});

test('a change that is made while the sending of others ends is sent', async () => {
  for (let microtasks = 0; microtasks < 30; microtasks++) {
    change('milk');
    for (let n = 0; n < microtasks; n++) await undefined;
    const eggs = change('eggs');
    await settle();
    expect(eggs.state, `after ${microtasks} microtasks`).toBe('done');
  }
});

describe('when the author of a change leaves', () => {
  test.each([
    ['nobody', null],
    ['another user', 'tom'],
  ])('drops the change, and holds up no later one, when %s is signed in', async (_, next) => {
    server.respond = () => noResponse;
    const milk = change('milk');
    await vi.advanceTimersByTimeAsync(20 * second);
    expect(isSendingPaused.get()).toBe(true);
    savedSession.set(next === null ? null : session(next));
    expect(isSendingPaused.get()).toBe(false);

    server.respond = () => undefined;
    sent.length = 0;
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
    server.respond = () => failure;
    const answered = Promise.withResolvers<void>();
    const send = vi.spyOn(sender, 'send').mockImplementation(() => answered.promise.then(() => [{ error: failure }]));
    const milk = change('milk');
    await settle();
    savedSession.set(session('tom'));
    answered.resolve();
    await vi.advanceTimersByTimeAsync(60 * second);
    expect(send).toHaveBeenCalledOnce();
    expect([milk.state, isSendingPaused.get()]).toEqual(['waiting', false]);
  });
});
