import { expect, test } from 'vitest';
import type { SubscribeOptions, SubscriptionBatch } from '../../server/core/event-log.ts';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { LogSteps } from './log-steps.ts';

/** Steps over a log of two events, and the signals of its subscriptions. */
function openSteps(signal: AbortSignal, maxEvents?: number) {
  const log = new MemoryEventLog();
  const [first, second] = [log.append('note-1', 'Written'), log.append('note-2', 'Written')];
  const signals: AbortSignal[] = [];
  const subscribe = (options: SubscribeOptions): AsyncIterable<SubscriptionBatch> => {
    signals.push(options.signal);
    return log.subscribe(options);
  };
  return { steps: new LogSteps({ subscribe }, { signal }, maxEvents), first, second, signals };
}

const to = (position: bigint) => ({ position, eventId: undefined });

test('a step ends at its target, and the next one goes on there', async () => {
  const { steps, first, second } = openSteps(new AbortController().signal);
  expect((await steps.next(to(first))).events.map(({ stream }) => stream)).toEqual(['note-1']);
  expect((await steps.next(to(second))).events.map(({ stream }) => stream)).toEqual(['note-2']);
  steps.close();
});

test('a step ends after its maximum of events, and the next one goes on there', async () => {
  const { steps, first, second } = openSteps(new AbortController().signal, 1);
  const next = async () => {
    const { events, position } = await steps.next(to(second));
    return [events.map(({ stream }) => stream), position];
  };
  expect([await next(), await next()]).toEqual([
    [['note-1'], first],
    [['note-2'], second],
  ]);
  steps.close();
});

test('steps may be closed before the first one', () => {
  const { steps, signals } = openSteps(new AbortController().signal);
  steps.close();
  expect(signals).toEqual([]);
});

test.each(['closed', 'aborted'])('the subscription ends when the steps are %s', async (how) => {
  const stop = new AbortController();
  const { steps, first, signals } = openSteps(stop.signal);
  await steps.next(to(first));
  if (how === 'closed') steps.close();
  else stop.abort();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
