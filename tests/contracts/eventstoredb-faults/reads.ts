import { expect, test } from 'vitest';
import { EventLogUnavailable, LogBehindCheckpoint } from '../../../server/core/event-log.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import type { FakeEventStoreDb } from '../../support/eventstoredb-server/server.ts';
import { until } from '../../support/until.ts';
import { collect, ids, newEvent, newEvents, newStream, revisions } from '../event-log/sample-events.ts';
import { faultyServer, impatient } from './faulty-server.ts';

/** Appends an event as another application or an operator would. */
const appendForeign = ({ log }: FakeEventStoreDb, stream: string, data = '{"a":1}', metadata = ''): void => {
  log.append(
    stream,
    [
      {
        id: newEvent().id,
        type: 'Foreign',
        contentType: data.startsWith('{') ? 'application/json' : 'application/octet-stream',
        data: Buffer.from(data),
        metadata: Buffer.from(metadata),
      },
    ],
    'no_stream',
  );
};

export const readFaults = (): void => {
  test("skips the server's own events and those of other applications", async () => {
    const { server, log } = await faultyServer();
    const [first, second] = [newEvents(2), newEvents(2)];
    await log.append(newStream(), first, 'no_stream');
    server.log.appendSystemEvent();
    server.log.appendSystemEvent('$>', '$ce-recipe');
    server.log.appendSystemEvent('UserEvent', '$settings');
    appendForeign(server, '$archive-1', '{"a":1}', JSON.stringify(newEvent().meta));
    appendForeign(server, 'orders-1');
    appendForeign(server, 'orders-2', 'bytes', '{"actor":"x"}');
    await log.append(newStream(), second, 'no_stream');
    expect(ids(await collect(log.readAll()))).toEqual(ids([...first, ...second]));
  });

  test("reports the last event that is not the server's own as head, however many of those follow", async () => {
    const { server, log } = await faultyServer();
    expect(await log.head()).toBeUndefined();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    for (let n = 0; n < 1_200; n++) server.log.appendSystemEvent();
    expect(await log.head()).toBe(position);

    // An unreadable page further back is an outage, not an empty log.
    server.faults.nextReads.push(undefined, failures.unknown, failures.unknown, failures.unknown);
    await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(await log.head()).toBe(position);
  });

  test('applies a filter to reads of the whole log, although the client ignores it', async () => {
    const { log } = await faultyServer();
    await log.append(newStream(), newEvents(3), 'no_stream');
    await log.append(newStream(), newEvents(2, 'Wanted'), 'no_stream');
    expect(await collect(log.readAll({ filter: { types: ['Wanted'] } }))).toHaveLength(2);
  });

  test("ends a read of several pages at the log's end as of the call", async () => {
    const { log } = await faultyServer();
    await log.append(newStream(), newEvents(700), 'no_stream');
    let read = 0;
    for await (const _ of log.readAll()) {
      if (read === 0) await log.append(newStream(), newEvents(10), 'no_stream');
      read += 1;
    }
    expect(read).toBe(700);
  });

  test('reads a soft-deleted stream as empty, and continues its revisions', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(3), 'no_stream');
    server.log.softDelete(stream);
    expect(await collect(log.readStream(stream))).toEqual([]);
    expect((await log.append(stream, newEvents(2), 'no_stream')).revision).toBe(4n);
    expect(revisions(await collect(log.readStream(stream)))).toEqual([3n, 4n]);
  });

  test('reports a tombstoned stream to reads and appends', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    const before = newEvents(1);
    await log.append(stream, before, 'no_stream');
    server.log.tombstone(stream);
    const lost = expect.objectContaining({ code: 'STREAM_TOMBSTONED', message: expect.stringContaining(stream) });
    await expect(collect(log.readStream(stream))).rejects.toEqual(lost);
    await expect(log.append(stream, newEvents(1), 0n)).rejects.toEqual(lost);
    const after = newEvents(1);
    await log.append(newStream(), after, 'no_stream');
    expect(ids(await collect(log.readAll()))).toEqual(ids([...before, ...after]));
  });

  test('rejects a position between two events, and reads nothing after a position beyond the end', async () => {
    const { log } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(2), 'no_stream');
    await expect(collect(log.readAll({ after: position - 1n }))).rejects.toBeInstanceOf(LogBehindCheckpoint);
    await expect(collect(log.readAll({ after: position - 1n }))).rejects.toThrow('is not in the log');
    expect(await collect(log.readAll({ after: position + 1_000n }))).toEqual([]);
  });

  test('retries a lost read a few times', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    server.faults.nextReads.push(failures.unavailable, failures.shuttingDown);
    expect(await collect(log.readStream(stream))).toHaveLength(1);
    server.faults.nextReads.push(failures.unavailable, failures.unavailable, failures.unavailable);
    await expect(collect(log.readStream(stream))).rejects.toBeInstanceOf(EventLogUnavailable);
  });

  test('times out a read without a reply, and closes its call', async () => {
    const { server, log } = await faultyServer({}, impatient);
    server.faults.nextReads.push('silence', 'silence');
    await expect(log.head()).rejects.toThrow(`no answer within ${impatient.callMs} ms`);
    await expect(collect(log.readStream(newStream()))).rejects.toBeInstanceOf(EventLogUnavailable);
    await until(() => server.openReads === 0);
  });

  test('holds no call open for a slow consumer or one that has stopped', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(600), 'no_stream');
    for await (const _ of log.readStream(stream)) {
      await until(() => server.openReads === 0);
      break;
    }
    for await (const _ of log.readAll()) break;
    await until(() => server.openReads === 0);
  });

  test('queues concurrent calls below the stream limit at which another call would hang', async () => {
    const { server, log } = await faultyServer({ maxStreams: 100 }, { callMs: 20_000 });
    const abort = new AbortController();
    const following = Array.from({ length: 28 }, async () => {
      for await (const _ of log.subscribe({ signal: abort.signal }));
    });
    await until(() => server.openSubscriptions === 1);
    const streams = Array.from({ length: 150 }, () => newStream());
    const calls = streams.flatMap((stream) => [
      log.append(stream, newEvents(1), 'no_stream').then(() => collect(log.readStream(stream))),
      log.head(),
    ]);
    expect(await Promise.all(calls)).toHaveLength(300);
    expect(server.maxOpen).toBeLessThan(100);
    abort.abort();
    await Promise.all(following);
    await until(() => server.openSubscriptions === 0);
  });
};
