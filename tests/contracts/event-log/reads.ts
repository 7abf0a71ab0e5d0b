import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../server/core/event-log.ts';
import type { LogUnderTest } from './log-under-test.ts';
import {
  collect,
  fromNow,
  ids,
  isAscending,
  newEvent,
  newEvents,
  newStream,
  revisions,
  upTo,
} from './sample-events.ts';

/** Data that is prone to encoding errors. */
const edgeData: Record<string, JsonObject> = {
  empty: {},
  'text of many scripts': { text: 'Crème brûlée 🍮, 麻婆豆腐, حمص, e\u0301', '🔑 ключ': 'value' },
  'control and quote characters': { text: '\u0000\u001f\\"\'\n\r\t\u2028\u2029</script>' },
  'a lone surrogate': { text: 'a\ud83cb' },
  numbers: {
    zero: 0,
    small: 5e-324,
    big: 1.7976931348623157e308,
    exact: 9007199254740991,
    sum: 0.1 + 0.2,
    minus: -1.5,
  },
  nesting: { list: [1, [2, [3, [], {}]], null, true, ''], deep: { a: { b: { c: { d: [{ e: 'f' }] } } } } },
  'keys like columns': { id: 1, type: 'x', stream: '', revision: '0', position: null, data: {}, meta: {}, '': '' },
};

export const readContract = (log: LogUnderTest): void => {
  test('reads an appended event with its stream, revision and position', async () => {
    const stream = newStream();
    const event = newEvent({ title: 'Soup' });
    const { revision, position } = await log().append(stream, [event], 'no_stream');
    expect(await collect(log().readStream(stream))).toEqual([{ ...event, stream, revision, position }]);
  });

  test('reads back the request that caused an event', async () => {
    const stream = newStream();
    const [unmarked, event] = newEvents(2);
    if (unmarked === undefined || event === undefined) throw new Error('Expected two events');
    const request = { key: 'key-of-the-user', fingerprint: 'hash-of-the-request' };
    await log().append(stream, [unmarked, { ...event, meta: { ...event.meta, request } }], 'no_stream');
    const read = await collect(log().readStream(stream));
    expect(read.map(({ meta }) => meta)).toEqual([unmarked.meta, { ...event.meta, request }]);
    expect(read[0]?.meta).not.toHaveProperty('request');
  });

  test.each(Object.entries(edgeData))('preserves data: %s', async (_, data) => {
    const stream = newStream();
    await log().append(stream, [newEvent(data)], 'no_stream');
    const [event] = await collect(log().readStream(stream));
    expect(event?.data).toEqual(data);
  });

  test('omits undefined properties', async () => {
    const stream = newStream();
    await log().append(stream, [newEvent({ kept: null, gone: undefined })], 'no_stream');
    const [event] = await collect(log().readStream(stream));
    expect(Object.keys(event?.data ?? {})).toEqual(['kept']);
  });

  test('reads an append close to the size limit', async () => {
    const stream = newStream();
    const events = Array.from({ length: 9 }, (_, n) => newEvent({ text: String(n).repeat(100_000) }));
    await log().append(stream, events, 'no_stream');
    const read = await collect(log().readStream(stream));
    expect(read.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
  });

  test('reads a missing stream as empty in both directions', async () => {
    const stream = newStream();
    expect(await collect(log().readStream(stream))).toEqual([]);
    expect(await collect(log().readStream(stream, { direction: 'backwards' }))).toEqual([]);
    expect(await collect(log().readStream(stream, { from: 5n, limit: 3 }))).toEqual([]);
  });

  test('reads a stream from any revision, in both directions, up to a limit', async () => {
    const stream = newStream();
    await log().append(stream, newEvents(10), 'no_stream');
    const read = async (options: Parameters<ReturnType<LogUnderTest>['readStream']>[1]) =>
      revisions(await collect(log().readStream(stream, options)));

    expect(await read({})).toEqual(upTo(10));
    expect(await read({ direction: 'backwards' })).toEqual(upTo(10).toReversed());
    expect(await read({ from: 7n })).toEqual([7n, 8n, 9n]);
    expect(await read({ from: 2n, direction: 'backwards' })).toEqual([2n, 1n, 0n]);
    expect(await read({ from: 4n, limit: 2 })).toEqual([4n, 5n]);
    expect(await read({ from: 4n, limit: 2, direction: 'backwards' })).toEqual([4n, 3n]);
    expect(await read({ limit: 1, direction: 'backwards' })).toEqual([9n]);
    expect(await read({ from: 10n })).toEqual([]);
    expect(await read({ limit: 0 })).toEqual([]);
    expect(await read({ limit: 1000 })).toEqual(upTo(10));
  });

  test('reads a long stream in both directions', async () => {
    const stream = newStream();
    // Several pages of each adapter, which are of 256 and 500 events.
    for (let n = 0; n < 3; n++) {
      await log().append(stream, newEvents(600), n === 0 ? 'no_stream' : BigInt(n * 600 - 1));
    }
    expect(revisions(await collect(log().readStream(stream)))).toEqual(upTo(1800));
    const backwards = await collect(log().readStream(stream, { direction: 'backwards' }));
    expect(revisions(backwards)).toEqual(upTo(1800).toReversed());
    const limited = await collect(log().readStream(stream, { from: 100n, limit: 1200 }));
    expect(revisions(limited)).toEqual(upTo(1300).slice(100));
  });

  test('allows a reader to stop early', async () => {
    const stream = newStream();
    await log().append(stream, newEvents(50), 'no_stream');
    // More calls than a connection may have open.
    for (let round = 0; round < 110; round++) {
      for await (const event of log().readStream(stream)) {
        expect(event.revision).toBe(0n);
        break;
      }
    }
  });

  test('reads the whole log in order, after a position and up to a limit', async () => {
    const type = `All${randomUUID()}`;
    const start = await fromNow(log());
    const filter = { types: [type] };
    for (let n = 0; n < 6; n++) await log().append(newStream(), newEvents(2, type), 'no_stream');

    const all = await collect(log().readAll({ ...start, filter }));
    expect(all).toHaveLength(12);
    expect(isAscending(all.map(({ position }) => position))).toBe(true);

    const seventh = all[6];
    if (seventh === undefined) throw new Error('Expected twelve events');
    expect(ids(await collect(log().readAll({ after: seventh.position, filter })))).toEqual(ids(all.slice(7)));
    expect(ids(await collect(log().readAll({ ...start, filter, limit: 5 })))).toEqual(ids(all.slice(0, 5)));
    expect(await collect(log().readAll({ ...start, filter, limit: 0 }))).toEqual([]);
  });

  test('reads the whole log from the event at a position, that one included', async () => {
    const start = await fromNow(log());
    await log().append(newStream(), newEvents(700), 'no_stream');
    const all = await collect(log().readAll(start));
    for (const index of [0, 1, 450, all.length - 1]) {
      const from = all[index]?.position ?? 0n;
      expect(ids(await collect(log().readAll({ from })))).toEqual(ids(all.slice(index)));
      expect(ids(await collect(log().readAll({ from, limit: 1 })))).toEqual(ids(all.slice(index, index + 1)));
    }
    expect(await collect(log().readAll({ from: ((await log().head()) ?? 0n) + 1n }))).toEqual([]);
  });

  test('reads the whole log backwards, down to a position and up to a limit', async () => {
    const type = `Back${randomUUID()}`;
    const start = await fromNow(log());
    const filter = { types: [type] };
    for (let n = 0; n < 3; n++) await log().append(newStream(), newEvents(400, type), 'no_stream');
    await log().append(newStream(), newEvents(1), 'no_stream');

    const forwards = await collect(log().readAll({ ...start, filter }));
    const backwards = await collect(log().readAll({ ...start, filter, direction: 'backwards' }));
    expect(ids(backwards)).toEqual(ids(forwards).toReversed());
    const limited = await collect(log().readAll({ filter, direction: 'backwards', limit: 700 }));
    expect(ids(limited)).toEqual(ids(backwards.slice(0, 700)));
    const hundredth = forwards[99];
    if (hundredth === undefined) throw new Error('Expected 1,200 events');
    const after = await collect(log().readAll({ after: hundredth.position, direction: 'backwards' }));
    expect(after).toHaveLength(1_101);
    expect(await collect(log().readAll({ direction: 'backwards', limit: 0 }))).toEqual([]);
  });

  test('reads the whole log without a filter, up to a number of events', async () => {
    const start = await fromNow(log());
    const events = newEvents(5);
    await log().append(newStream(), events, 'no_stream');
    const read = ids(await collect(log().readAll(start)));
    expect(read.filter((id) => ids(events).includes(id))).toEqual(ids(events));
    expect(await collect(log().readAll({ ...start, limit: 3 }))).toHaveLength(3);
  });

  test("ends a read of the whole log at the log's end as of the call", async () => {
    const type = `End${randomUUID()}`;
    const start = await fromNow(log());
    await log().append(newStream(), newEvents(3, type), 'no_stream');
    let read = 0;
    for await (const _ of log().readAll({ ...start, filter: { types: [type] } })) {
      read += 1;
      if (read > 100) break;
      await log().append(newStream(), newEvents(1, type), 'no_stream');
    }
    expect(read).toBe(3);
  });

  test('returns only the types of the filter', async () => {
    const tag = randomUUID();
    const start = await fromNow(log());
    const streams = [newStream(), newStream(), newStream()];
    for (const stream of streams) {
      await log().append(stream, [newEvent({}, `First${tag}`), newEvent({}, `Second${tag}`)], 'no_stream');
    }
    const read = async (...types: string[]) =>
      (await collect(log().readAll({ ...start, filter: { types } }))).map(
        ({ stream, revision }) => `${stream}/${revision}`,
      );

    expect(await read(`Second${tag}`)).toEqual(streams.map((stream) => `${stream}/1`));
    expect(await read(`Second${tag}`, `First${tag}`, 'Never')).toHaveLength(6);
    expect(await read(`First${tag}`.toLowerCase())).toEqual([]);
    expect(await read()).toEqual([]);
  });
};
