import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { EventLogUnavailable, LogBehindCheckpoint } from '../../../server/core/event-log.ts';
import { follow } from './follower.ts';
import type { LogUnderTest, OpenedLog } from './log-under-test.ts';
import { collect, fromNow, ids, isAscending, newEvent, newEvents, newStream } from './sample-events.ts';

export const subscriptionContract = (log: LogUnderTest, open: () => Promise<OpenedLog>): void => {
  test('delivers past events, reports that it caught up, then delivers new events', async () => {
    const start = await fromNow(log());
    const stream = newStream();
    const type = `Followed${randomUUID()}`;
    const [past, live] = [newEvents(5, type), newEvents(3, type)];
    const { position, revision } = await log().append(stream, past, 'no_stream');

    const follower = follow(log(), { ...start, filter: { types: [type] } });
    await follower.reaches(position);
    await follower.catchesUp();
    expect(ids(follower.events)).toEqual(ids(past));

    const appended = await log().append(stream, live, revision);
    await follower.reaches(appended.position);
    await follower.catchesUp();
    expect(follower.events).toEqual(await collect(log().readStream(stream)));
    expect(ids(follower.events)).toEqual(ids([...past, ...live]));
    await follower.stop();
  });

  test('starts after the given position', async () => {
    const stream = newStream();
    const type = `Begun${randomUUID()}`;
    await log().append(stream, newEvents(4, type), 'no_stream');
    const events = await collect(log().readStream(stream));
    const second = events[1];
    if (second === undefined) throw new Error('Expected four events');
    const follower = follow(log(), { after: second.position, filter: { types: [type] } });
    await follower.catchesUp();
    expect(ids(follower.events)).toEqual(ids(events.slice(2)));
    await follower.stop();
  });

  test('reports that it caught up when there are no events', async () => {
    const follower = follow(log(), await fromNow(log()));
    await follower.catchesUp();
    expect(follower.events).toEqual([]);
    await follower.stop();
  });

  test('a filter limits the events, but not the reported position', async () => {
    const type = `Wanted${randomUUID()}`;
    const filter = { types: [type] };
    const start = await fromNow(log());
    const follower = follow(log(), { ...start, filter });
    await follower.catchesUp();

    const others = await log().append(newStream(), newEvents(3), 'no_stream');
    await follower.reaches(others.position);
    expect(follower.events).toEqual([]);

    const both = newEvents(2, type);
    const matching = await log().append(newStream(), [...both, newEvent()], 'no_stream');
    await follower.reaches(matching.position);
    expect(ids(follower.events)).toEqual(ids(both));
    expect(isAscending(follower.batches.map(({ position }) => position).filter((p, n, all) => p !== all[n - 1]))).toBe(
      true,
    );
    await follower.stop();

    // The same for past events.
    const late = follow(log(), { ...start, filter });
    await late.reaches(matching.position);
    expect(ids(late.events)).toEqual(ids(both));
    await late.stop();
  });

  test('an abort ends the iteration without an error before its start, during a wait or during a batch', async () => {
    const before = new AbortController();
    before.abort();
    expect(await collect(log().subscribe({ signal: before.signal }))).toEqual([]);

    const waiting = follow(log(), await fromNow(log()));
    await waiting.catchesUp();
    await waiting.stop();

    const duringBatch = new AbortController();
    const stream = newStream();
    const start = await fromNow(log());
    await log().append(stream, newEvents(3), 'no_stream');
    for await (const batch of log().subscribe({ ...start, signal: duringBatch.signal })) {
      if (batch.events.length > 0) duringBatch.abort();
    }
  });

  test('leaving an iteration early does not affect later subscriptions', async () => {
    const start = await fromNow(log());
    const { position } = await log().append(newStream(), newEvents(1), 'no_stream');
    // More calls than a connection may have open.
    for (let round = 0; round < 110; round++) {
      const { signal } = new AbortController();
      for await (const _ of log().subscribe({ ...start, signal })) break;
    }
    const follower = follow(log(), start);
    await follower.reaches(position);
    await follower.stop();
  });

  test('two subscriptions are independent', async () => {
    const start = await fromNow(log());
    const type = `Two${randomUUID()}`;
    const filter = { types: [type] };
    const [one, other] = [follow(log(), { ...start, filter }), follow(log(), { ...start, filter })];
    const first = await log().append(newStream(), newEvents(4, type), 'no_stream');
    await Promise.all([one.reaches(first.position), other.reaches(first.position)]);
    await one.stop();
    const second = await log().append(newStream(), newEvents(4, type), 'no_stream');
    await other.reaches(second.position);
    expect(one.events).toHaveLength(4);
    expect(other.events).toEqual(await collect(log().readAll({ ...start, filter })));
    await other.stop();
  });

  test('rejects a position beyond the end of the log, which must then be another log', async () => {
    await log().append(newStream(), newEvents(1), 'no_stream');
    const head = await log().head();
    const { signal } = new AbortController();
    const beyond = log().subscribe({ after: (head ?? 0n) + 1_000_000n, signal });
    await expect(collect(beyond)).rejects.toBeInstanceOf(LogBehindCheckpoint);
  });

  test("reports the id of the event at a batch's position, to resume from", async () => {
    const start = await fromNow(log());
    const type = `Named${randomUUID()}`;
    const stream = newStream();
    const follower = follow(log(), { ...start, filter: { types: [type] } });
    await log().append(stream, newEvents(2, type), 'no_stream');
    // The last event does not match the filter, but the position includes it.
    const { position } = await log().append(stream, newEvents(1), 1n);
    await follower.reaches(position);
    const all = await collect(log().readAll(start));
    const idOf = new Map(all.map((event) => [event.position, event.id]));
    for (const batch of follower.batches) {
      if (idOf.has(batch.position)) expect(batch.positionId).toBe(idOf.get(batch.position));
    }
    const { positionId: afterId } = follower.batches.at(-1) ?? {};
    expect(afterId).toBeDefined();
    await follower.stop();

    const again = follow(log(), { after: position, afterId });
    const next = await log().append(stream, newEvents(1), 2n);
    await again.reaches(next.position);
    expect(again.events.filter((event) => event.stream === stream)).toHaveLength(1);
    await again.stop();
  });

  test('rejects a start after an event id that differs in the log', async () => {
    const { position } = await log().append(newStream(), newEvents(1), 'no_stream');
    await log().append(newStream(), newEvents(3), 'no_stream');
    const { signal } = new AbortController();
    const other = log().subscribe({ after: position, afterId: randomUUID(), signal });
    await expect(collect(other)).rejects.toBeInstanceOf(LogBehindCheckpoint);
  });

  test('reports the position of the last event as head', async () => {
    const { position } = await log().append(newStream(), newEvents(2), 'no_stream');
    expect(await log().head()).toBe(position);
  });

  test('a closed log ends its subscriptions and rejects further calls', async () => {
    const opened = await open();
    const follower = follow(opened.log, await fromNow(opened.log));
    await follower.catchesUp();
    await opened.log.close();
    await follower.ended;
    await expect(opened.log.append(newStream(), newEvents(1), 'no_stream')).rejects.toBeInstanceOf(EventLogUnavailable);
    await expect(collect(opened.log.readStream(newStream()))).rejects.toBeInstanceOf(EventLogUnavailable);
    await expect(opened.log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    await opened.close();
  });
};
