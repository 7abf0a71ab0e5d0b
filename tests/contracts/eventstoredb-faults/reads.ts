import { expect, test } from 'vitest';
import { EventLogUnavailable, LogBehindCheckpoint } from '../../../server/core/event-log.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import type { EventStoreDbServer } from '../../support/eventstoredb-server/server.ts';
import { until } from '../../support/until.ts';
import { collect, ids, newEvent, newEvents, newStream, revisions } from '../event-log/sample-events.ts';
import { faultyServer, impatient } from './faulty-server.ts';

/** What another application, or an operator, writes to the same server. */
const appendForeign = ({ log }: EventStoreDbServer, stream: string, data = '{"a":1}', metadata = ''): void => {
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
  test("neither the server's own events nor those of others are handed over", async () => {
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

  test("the head of the log is the last event that is not the server's own, however many of those follow", async () => {
    const { server, log } = await faultyServer();
    expect(await log.head()).toBeUndefined();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    for (let n = 0; n < 1_200; n++) server.log.appendSystemEvent();
    expect(await log.head()).toBe(position);

    // A page further back that cannot be read says nothing of the log.
    server.faults.nextReads.push(undefined, failures.unknown, failures.unknown, failures.unknown);
    await expect(log.head()).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(await log.head()).toBe(position);
  });

  test('a filter, which the client ignores in a read of the whole log, narrows it all the same', async () => {
    const { log } = await faultyServer();
    await log.append(newStream(), newEvents(3), 'no_stream');
    await log.append(newStream(), newEvents(2, 'Wanted'), 'no_stream');
    expect(await collect(log.readAll({ filter: { types: ['Wanted'] } }))).toHaveLength(2);
  });

  test('a read of the whole log of several pages ends where the log ended at the call', async () => {
    const { log } = await faultyServer();
    await log.append(newStream(), newEvents(700), 'no_stream');
    let read = 0;
    for await (const _ of log.readAll()) {
      if (read === 0) await log.append(newStream(), newEvents(10), 'no_stream');
      read += 1;
    }
    expect(read).toBe(700);
  });

  test('a soft-deleted stream is empty, and goes on with its next revision', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(3), 'no_stream');
    server.log.softDelete(stream);
    expect(await collect(log.readStream(stream))).toEqual([]);
    expect((await log.append(stream, newEvents(2), 'no_stream')).revision).toBe(4n);
    expect(revisions(await collect(log.readStream(stream)))).toEqual([3n, 4n]);
  });

  test('a tombstoned stream says that its name is lost, to a read and to an append', async () => {
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

  test('a position between two events is refused, a position beyond the end has nothing after it', async () => {
    const { log } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(2), 'no_stream');
    await expect(collect(log.readAll({ after: position - 1n }))).rejects.toBeInstanceOf(LogBehindCheckpoint);
    await expect(collect(log.readAll({ after: position - 1n }))).rejects.toThrow('is not in the log');
    expect(await collect(log.readAll({ after: position + 1_000n }))).toEqual([]);
  });

  test('a read that is lost is made again, a few times', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    server.faults.nextReads.push(failures.unavailable, failures.shuttingDown);
    expect(await collect(log.readStream(stream))).toHaveLength(1);
    server.faults.nextReads.push(failures.unavailable, failures.unavailable, failures.unavailable);
    await expect(collect(log.readStream(stream))).rejects.toBeInstanceOf(EventLogUnavailable);
  });

  test('a read without an answer ends, and is not left open', async () => {
    const { server, log } = await faultyServer({}, impatient);
    server.faults.nextReads.push('silence', 'silence');
    await expect(log.head()).rejects.toThrow(`no answer within ${impatient.callMs} ms`);
    await expect(collect(log.readStream(newStream()))).rejects.toBeInstanceOf(EventLogUnavailable);
    await until(() => server.openReads === 0);
  });

  test('a consumer that takes its time, or leaves, holds no call open', async () => {
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

  test('many calls at once wait for their turn, below the number at which one more would hang', async () => {
    const { server, log } = await faultyServer({ maxStreams: 100 }, { callMs: 20_000 });
    const abort = new AbortController();
    const following = Array.from({ length: 28 }, async () => {
      for await (const _ of log.subscribe({ signal: abort.signal }));
    });
    await until(() => server.openSubscriptions === 28);
    const streams = Array.from({ length: 150 }, () => newStream());
    const calls = streams.flatMap((stream) => [
      log.append(stream, newEvents(1), 'no_stream').then(() => collect(log.readStream(stream))),
      log.head(),
    ]);
    expect(await Promise.all(calls)).toHaveLength(300);
    expect(server.mostOpen).toBeLessThan(100);
    abort.abort();
    await Promise.all(following);
    await until(() => server.openSubscriptions === 0);
  });
};
