import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { delegating, openLogIn, sampleEvent, temporaryFolder } from '../../tests/support/log-copies.ts';
import type { EventLog, RecordedEvent } from '../core/event-log.ts';
import { OrderedAppends } from './append-in-order.ts';
import type { LogKind } from './log-lines.ts';

const eventIn = (stream: string, revision = 0n): RecordedEvent => ({
  ...sampleEvent(),
  stream,
  revision,
  position: 1n,
});

const appendLast: EventLog['append'] = async (_, events, expected) => ({
  revision: (expected === 'no_stream' ? -1n : expected) + BigInt(events.length),
  position: 1n,
});

/** A log whose appends take some turns of the event loop, and what was in flight. */
async function slowLog(append = appendLast) {
  const appends: { stream: string; events: number }[] = [];
  let inFlight = 0;
  let mostInFlight = 0;
  const log: EventLog = {
    ...delegating(await openLogIn(temporaryFolder())),
    async append(stream, events, expected) {
      appends.push({ stream, events: events.length });
      inFlight += 1;
      mostInFlight = Math.max(mostInFlight, inFlight);
      for (let turn = 0; turn < 3; turn++) await nextTurn();
      return append(stream, events, expected).finally(() => {
        inFlight -= 1;
      });
    },
  };
  const open = (kind: LogKind) => new OrderedAppends({ log, kind });
  return { appends, open, inFlight: () => inFlight, mostInFlight: () => mostInFlight };
}

test('waits for each append to EventStoreDB before the next one, which it might write first', async () => {
  const { appends, open, mostInFlight } = await slowLog();
  const ordered = open('eventstoredb');
  for (const [stream, revision] of [
    ['a', 0n],
    ['b', 0n],
    ['a', 1n],
    ['c', 0n],
  ] as const) {
    await ordered.add(eventIn(stream, revision), 100);
  }
  await ordered.flush();
  expect(appends.map(({ stream }) => stream)).toEqual(['a', 'b', 'a', 'c']);
  expect(mostInFlight()).toBe(1);
});

test.each(['sqlite', 'eventstoredb'] as const)(
  'appends consecutive events of a stream together, within the limits of an append, to %s',
  async (kind) => {
    const { appends, open } = await slowLog();
    const ordered = open(kind);
    for (let n = 0n; n < 1_001n; n++) await ordered.add(eventIn('many', n), 100);
    for (let n = 0n; n < 3n; n++) await ordered.add(eventIn('large', n), 100 * 1024);
    await ordered.flush();
    expect(appends).toEqual([
      { stream: 'many', events: 500 },
      { stream: 'many', events: 500 },
      { stream: 'many', events: 1 },
      { stream: 'large', events: 2 },
      { stream: 'large', events: 1 },
    ]);
  },
);

test('fails once nothing is in flight any more', async () => {
  const { open, inFlight } = await slowLog(async (stream) => {
    if (stream === 'a') throw new Error('The disk is full');
    await nextTurn();
    return { revision: 0n, position: 1n };
  });
  const ordered = open('sqlite');
  for (const stream of ['a', 'b']) await ordered.add(eventIn(stream), 100);
  await expect(ordered.flush()).rejects.toThrow('The disk is full');
  expect(inFlight()).toBe(0);
});

test('refuses a log that continues a stream which was deleted there', async () => {
  const { open } = await slowLog(async () => ({ revision: 7n, position: 9n }));
  const ordered = open('eventstoredb');
  await ordered.add(eventIn('gone'), 100);
  await expect(ordered.flush()).rejects.toThrow('The log has deleted events of gone');
});
