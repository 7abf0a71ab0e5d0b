import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  AppendTooLarge,
  DuplicateEventId,
  type ExpectedRevision,
  type JsonObject,
  maxAppendBytes,
  WrongExpectedRevision,
} from '../../../server/core/event-log.ts';
import type { EventLogCapabilities, LogUnderTest } from './log-under-test.ts';
import { collect, ids, isAscending, newEvent, newEvents, newStream, revisions, upTo } from './sample-events.ts';

export const appendContract = (log: LogUnderTest, capabilities: EventLogCapabilities): void => {
  test('returns the revision and position of the last event', async () => {
    const stream = newStream();
    const first = await log().append(stream, newEvents(1), 'no_stream');
    const last = await log().append(stream, newEvents(3), first.revision);
    expect([first.revision, last.revision]).toEqual([0n, 3n]);
    expect(last.position > first.position).toBe(true);

    const events = await collect(log().readStream(stream));
    expect(events.at(0)?.position).toBe(first.position);
    expect(events.at(-1)?.position).toBe(last.position);
    expect(await log().head()).toBe(last.position);
  });

  test.each<{ expected: ExpectedRevision; existing: number }>([
    { expected: 'no_stream', existing: 0 },
    { expected: 0n, existing: 1 },
    { expected: 4n, existing: 5 },
  ])('appends with expected revision $expected to a stream of $existing events', async ({ expected, existing }) => {
    const stream = newStream();
    if (existing > 0) await log().append(stream, newEvents(existing), 'no_stream');
    const { revision } = await log().append(stream, newEvents(1), expected);
    expect(revision).toBe(BigInt(existing));
  });

  test.each<{ expected: ExpectedRevision; existing: number; actual: bigint | 'no_stream' }>([
    { expected: 'no_stream', existing: 1, actual: 0n },
    { expected: 'no_stream', existing: 3, actual: 2n },
    { expected: 0n, existing: 0, actual: 'no_stream' },
    { expected: 7n, existing: 0, actual: 'no_stream' },
    { expected: 0n, existing: 2, actual: 1n },
    { expected: 2n, existing: 2, actual: 1n },
  ])(
    'rejects expected revision $expected of a stream at $actual, and reports both',
    async ({ expected, existing, actual }) => {
      const stream = newStream();
      if (existing > 0) await log().append(stream, newEvents(existing), 'no_stream');
      const refusal = await log()
        .append(stream, newEvents(2), expected)
        .catch((error: unknown) => error);
      expect(refusal).toBeInstanceOf(WrongExpectedRevision);
      expect(refusal).toMatchObject({ stream, expected, actual });
      expect(await collect(log().readStream(stream))).toHaveLength(existing);
    },
  );

  test('records several events together and in order', async () => {
    const stream = newStream();
    const events = newEvents(100);
    await log().append(stream, events, 'no_stream');
    const recorded = await collect(log().readStream(stream));
    expect(ids(recorded)).toEqual(ids(events));
    expect(revisions(recorded)).toEqual(upTo(100));
  });

  test('a rejected append does not affect concurrent appends', async () => {
    const taken = newStream();
    await log().append(taken, newEvents(1), 'no_stream');
    const streams = Array.from({ length: 20 }, () => newStream());
    const outcomes = await Promise.allSettled(
      streams.flatMap((stream) => [
        log().append(stream, newEvents(3), 'no_stream'),
        log().append(taken, newEvents(2), 'no_stream'),
      ]),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const stream of streams) expect(revisions(await collect(log().readStream(stream)))).toEqual(upTo(3));
    expect(await collect(log().readStream(taken))).toHaveLength(1);
  });

  test('accepts exactly one of many concurrent appends with the same expected revision', async () => {
    const stream = newStream();
    const rounds = 20;
    let expected: ExpectedRevision = 'no_stream';
    const winners: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const contenders = newEvents(12);
      const outcomes = await Promise.allSettled(contenders.map((event) => log().append(stream, [event], expected)));
      const won = contenders.filter((_, n) => outcomes[n]?.status === 'fulfilled');
      expect(won).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(WrongExpectedRevision);
      }
      winners.push(...ids(won));
      expected = BigInt(round);
    }
    const recorded = await collect(log().readStream(stream));
    expect(ids(recorded)).toEqual(winners);
    expect(revisions(recorded)).toEqual(upTo(rounds));
  });

  test('appends to many streams concurrently, each without a gap', async () => {
    const type = `Side${randomUUID()}`;
    const streams = Array.from({ length: 30 }, () => newStream());
    const appended = await Promise.all(
      streams.map(async (stream) => {
        const events = newEvents(20, type);
        let expected: ExpectedRevision = 'no_stream';
        for (let n = 0; n < events.length; n += 2) {
          const { revision } = await log().append(stream, events.slice(n, n + 2), expected);
          expected = revision;
        }
        return ids(events);
      }),
    );
    for (const stream of streams) expect(revisions(await collect(log().readStream(stream)))).toEqual(upTo(20));
    const all = await collect(log().readAll({ filter: { types: [type] } }));
    expect(ids(all).toSorted()).toEqual(appended.flat().toSorted());
    expect(isAscending(all.map(({ position }) => position))).toBe(true);
  });

  test('rejects an append over the size limit, by one event or in total', async () => {
    const stream = newStream();
    const text = (length: number) => newEvent({ text: 'x'.repeat(length) });
    await expect(log().append(stream, [text(maxAppendBytes)], 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
    const parts = Array.from({ length: 5 }, () => text(maxAppendBytes / 4));
    await expect(log().append(stream, parts, 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
    // Two bytes of UTF-8 each: over the limit in bytes, not in characters.
    const umlauts = newEvent({ text: 'ü'.repeat(maxAppendBytes * 0.75) });
    await expect(log().append(stream, [umlauts], 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
    expect(await collect(log().readStream(stream))).toEqual([]);
  });

  test('rejects an event that JSON cannot encode, without a synchronous throw', async () => {
    const stream = newStream();
    const data: JsonObject = {};
    data.itself = data;
    const append = log().append(stream, [newEvent(), newEvent(data)], 'no_stream');
    await expect(append).rejects.toBeInstanceOf(TypeError);
    expect(await collect(log().readStream(stream))).toEqual([]);
  });

  test('does not record the same events twice when an append to a new stream is repeated', async () => {
    const stream = newStream();
    const events = newEvents(2);
    await log().append(stream, events, 'no_stream');
    await log()
      .append(stream, events, 'no_stream')
      .catch((error: unknown) => expect(error).toBeInstanceOf(WrongExpectedRevision));
    expect(ids(await collect(log().readStream(stream)))).toEqual(ids(events));
  });

  if (capabilities.refusesDuplicateIds) {
    test('rejects an append with an event id that is already in the log, in any stream', async () => {
      const stream = newStream();
      const [event] = newEvents(1);
      if (event === undefined) throw new Error('There is no event');
      const { revision } = await log().append(stream, [event], 'no_stream');
      const targets: [string, ExpectedRevision][] = [
        [stream, revision],
        [newStream(), 'no_stream'],
      ];
      for (const [target, expected] of targets) {
        const append = log().append(target, [newEvent(), event, newEvent()], expected);
        await expect(append).rejects.toBeInstanceOf(DuplicateEventId);
      }
      await expect(log().append(newStream(), [event, event], 'no_stream')).rejects.toBeInstanceOf(DuplicateEventId);
      expect(await collect(log().readStream(stream))).toHaveLength(1);
      expect((await log().append(stream, newEvents(1), revision)).revision).toBe(1n);
    });
  }
};
