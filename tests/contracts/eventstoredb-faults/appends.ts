import { describe, expect, test } from 'vitest';
import {
  AppendTooLarge,
  EventLogUnavailable,
  type ExpectedRevision,
  maxAppendBytes,
  WrongExpectedRevision,
} from '../../../server/core/event-log.ts';
import { type AppendFault, failures, wrongExpectedVersion } from '../../support/eventstoredb-server/faults.ts';
import { until } from '../../support/until.ts';
import { collect, newEvent, newEvents, newStream } from '../event-log/sample-events.ts';
import { countRecorded, type FaultyServer, faultyServer, impatient, openLog, quick } from './faulty-server.ts';

const expectations: readonly ExpectedRevision[] = ['no_stream', 0n];

/** A new stream at the expected revision. */
const streamFor = async ({ log }: FaultyServer, expected: ExpectedRevision): Promise<string> => {
  const stream = newStream();
  if (expected !== 'no_stream') await log.append(stream, newEvents(1), 'no_stream');
  return stream;
};

const lostReplies: readonly [string, AppendFault['answer']][] = [
  ['the connection is cut', 'cut'],
  ['the reply is lost', 'silence'],
  ['the server is unavailable (code 14)', failures.unavailable],
  ['the server shuts down (code 13)', failures.shuttingDown],
  ['the operation times out on the server (code 10)', failures.operationTimedOut],
  ['the failure is unknown (code 2)', failures.unknown],
];

export const appendFaults = (): void => {
  describe.each(lostReplies)('an append when %s', (_, answer) => {
    test.each(expectations)('is found if it was written, expecting %s', async (expected) => {
      const faulty = await faultyServer({}, impatient);
      const { server, log } = faulty;
      const stream = await streamFor(faulty, expected);
      const events = newEvents(3);
      server.log.remembersIds = false;
      server.faults.nextAppends.push({ written: 'before', answer });
      const result = await log.append(stream, events, expected);
      const last = (await collect(log.readStream(stream))).at(-1);
      expect(result).toEqual({ revision: last?.revision, position: last?.position });
      expect(events.map((event) => countRecorded(server, event))).toEqual([1, 1, 1]);
    });

    test.each(expectations)('is repeated if it was not written, expecting %s', async (expected) => {
      const faulty = await faultyServer({}, impatient);
      const { server, log } = faulty;
      const stream = await streamFor(faulty, expected);
      const event = newEvent();
      server.log.remembersIds = false;
      server.faults.nextAppends.push({ written: 'never', answer });
      const { revision } = await log.append(stream, [event], expected);
      expect(revision).toBe(expected === 'no_stream' ? 0n : 1n);
      expect(countRecorded(server, event)).toBe(1);
    });
  });

  test.each(expectations)(
    'records an event once when the first write arrives after its repetition, expecting %s',
    async (expected) => {
      const faulty = await faultyServer();
      const { server, log } = faulty;
      const stream = await streamFor(faulty, expected);
      const event = newEvent();
      server.faults.nextAppends.push({ written: 'later', answer: failures.operationTimedOut });
      await log.append(stream, [event], expected);
      server.releaseHeld();
      expect(countRecorded(server, event)).toBe(1);
    },
  );

  test.each(expectations)('finds a write that arrives just before its repetition, expecting %s', async (expected) => {
    const faulty = await faultyServer();
    const { server, log } = faulty;
    const stream = await streamFor(faulty, expected);
    const event = newEvent();
    server.faults.nextAppends.push({ written: 'later', answer: failures.operationTimedOut });
    server.faults.beforeAppend = () => server.releaseHeld();
    const { position } = await log.append(stream, [event], expected);
    expect(countRecorded(server, event)).toBe(1);
    expect((await collect(log.readStream(stream))).at(-1)?.position).toBe(position);
  });

  test('waits for a write that readers do not see yet', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    const event = newEvent();
    const conflict = wrongExpectedVersion(stream, -1n, 0n);
    server.faults.nextAppends.push(
      { written: 'before', answer: failures.operationTimedOut },
      { written: 'never', answer: conflict },
    );
    server.faults.nextReads.push(failures.streamNotFound);
    expect((await log.append(stream, [event], 'no_stream')).revision).toBe(0n);
    expect(countRecorded(server, event)).toBe(1);
  });

  test('finds a write that arrives during its last repetition', async () => {
    const { server, log } = await faultyServer({}, { callMs: 400, settleMs: 300 });
    const stream = newStream();
    const event = newEvent();
    server.faults.nextAppends.push(
      { written: 'later', answer: 'silence' },
      // The server drops the second write: it has the first one, but has not replicated it yet.
      { written: 'never', answer: 'silence' },
    );
    const lost = log.append(stream, [event], 'no_stream');
    await until(() => server.faults.nextAppends.length === 0);
    server.releaseHeld();
    expect((await lost).revision).toBe(0n);
    expect(countRecorded(server, event)).toBe(1);
  });

  test('logs once that appends are refused and once that they succeed, even without appends in between', async () => {
    const { server, log, logger } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    expect(log.writeFailure()).toBeUndefined();
    server.faults.refusesAppends = failures.denied;
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toBeInstanceOf(EventLogUnavailable);
    }
    expect(log.writeFailure()).toMatchObject({ code: 'REFUSED' });
    expect(await log.head()).toBe(position);
    // Still refused after a probe.
    const before = server.calls.appends;
    await until(() => server.calls.appends > before);
    expect(log.writeFailure()).toMatchObject({ code: 'REFUSED' });
    server.faults.refusesAppends = undefined;
    await until(() => log.writeFailure() === undefined);
    expect(logger.lines).toMatchObject([
      { level: 'error', details: { code: 'REFUSED' }, message: expect.stringContaining('cannot be written') },
      { level: 'warn', message: 'The event log can be written again' },
    ]);
    expect(await log.head()).toBe(position);
  });

  test('looks up the position when the reply lacks it', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    server.faults.nextAppends.push({ written: 'before', answer: 'no position' });
    const { position } = await log.append(stream, newEvents(2), 'no_stream');
    expect((await collect(log.readStream(stream))).at(-1)?.position).toBe(position);
    expect(server.calls.appends).toBe(1);
  });

  test('reports a conflict when another writer took the revision of a lost append', async () => {
    const { server, log } = await faultyServer({}, impatient);
    const stream = newStream();
    await log.append(stream, newEvents(1), 'no_stream');
    const other = await openLog(server.connectionString);
    server.faults.nextAppends.push({ written: 'never', answer: 'silence' });
    const lost = log.append(stream, newEvents(2), 0n);
    await until(() => server.faults.nextAppends.length === 0);
    await other.append(stream, newEvents(1), 0n);
    const refusal = await lost.catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(WrongExpectedRevision);
    expect(refusal).toMatchObject({ stream, expected: 0n, actual: 1n });
  });

  test('reports an unknown outcome after the time-out', async () => {
    const { server, log } = await faultyServer({}, impatient);
    const stream = newStream();
    const event = newEvent();
    server.faults.nextAppends.push({ written: 'before', answer: 'silence' });
    const lost = log.append(stream, [event], 'no_stream').catch((error: unknown) => error);
    await until(() => countRecorded(server, event) === 1);
    server.stop();
    const startedAt = Date.now();
    const failure = await lost;
    expect(failure).toBeInstanceOf(EventLogUnavailable);
    expect(failure).toHaveProperty('message', expect.stringContaining('does not tell whether'));
    expect(Date.now() - startedAt).toBeLessThan(quick.settleMs + 5_000);

    await server.start();
    expect((await log.append(stream, [event], 'no_stream')).revision).toBe(0n);
    expect(countRecorded(server, event)).toBe(1);
  });

  test('times out appends when the server does not respond, and accepts later ones', async () => {
    const { server, log } = await faultyServer({}, { ...impatient, settleMs: 500 });
    server.faults.everyCall = 'silence';
    const startedAt = Date.now();
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    expect(log.writeFailure()).toMatchObject({ code: 'NO_ANSWER' });
    server.faults.everyCall = undefined;
    expect((await log.append(newStream(), newEvents(1), 'no_stream')).revision).toBe(0n);
  });

  test('says that it cannot be written while appends do not reach a server that is ready', async () => {
    const { server, log } = await faultyServer();
    server.faults.refusesAppends = failures.notReady;
    await expect(log.append(newStream(), newEvents(1), 'no_stream')).rejects.toBeInstanceOf(EventLogUnavailable);
    expect(log.writeFailure()).toMatchObject({ code: 'NO_ANSWER', reason: expect.stringContaining('Not Ready') });
    server.faults.refusesAppends = undefined;
    await until(() => log.writeFailure() === undefined);
  });

  test('reports the stream and both revisions of a conflict', async () => {
    const { log } = await faultyServer();
    const stream = newStream();
    await expect(log.append(stream, newEvents(1), 3n)).rejects.toThrow(`Stream ${stream} is at no_stream, expected 3`);
  });

  test('recognises an event id only at the same place in the same stream', async () => {
    const { server, log } = await faultyServer();
    const stream = newStream();
    const event = newEvent();
    const first = await log.append(stream, [event], 'no_stream');
    expect(await log.append(stream, [event], 'no_stream')).toEqual(first);
    expect(countRecorded(server, event)).toBe(1);
    await log.append(stream, [event], first.revision);
    expect(countRecorded(server, event)).toBe(2);
  });

  test('records the command as the cause of its events, without which earlier releases skip them', async () => {
    const { server, log } = await faultyServer();
    const [stream, event] = [newStream(), newEvent()];
    await log.append(stream, [event], 'no_stream');
    const [stored] = server.log.events.filter(({ id }) => id === event.id);
    expect(JSON.parse(Buffer.from(stored?.metadata ?? []).toString())).toEqual({
      ...event.meta,
      causationId: event.meta.commandId,
    });
    expect((await collect(log.readStream(stream)))[0]?.meta).toEqual(event.meta);
  });

  test('rejects an append that is too large or empty without a call', async () => {
    const { server, log } = await faultyServer();
    const large = newEvents(2).map((event) => ({ ...event, data: { text: 'x'.repeat(maxAppendBytes / 2) } }));
    await expect(log.append(newStream(), large, 'no_stream')).rejects.toBeInstanceOf(AppendTooLarge);
    await expect(log.append(newStream(), [], 'no_stream')).rejects.toBeInstanceOf(RangeError);
    expect(server.calls.appends).toBe(0);
  });

  test("respects a server's smaller append limit", async () => {
    const { log } = await faultyServer({ maxAppendBytes: 2_000 });
    const append = log.append(newStream(), newEvents(20), 'no_stream');
    await expect(append).rejects.toThrow(/over the limit of 2000$/);
    await expect(append).rejects.toBeInstanceOf(AppendTooLarge);
  });

  test('appends are independent calls that survive the close of another log in the process', async () => {
    const { server, log } = await faultyServer();
    const other = await openLog(server.connectionString);
    await other.append(newStream(), newEvents(1), 'no_stream');
    const inFlight = Array.from({ length: 60 }, () => log.append(newStream(), newEvents(1), 'no_stream'));
    await other.close();
    expect(await Promise.all(inFlight)).toHaveLength(60);
    expect(server.calls).toMatchObject({ appends: 61, batchAppends: 0, featureProbes: 0 });
  });

  test('waits for appends in flight when it closes', async () => {
    const { server, log } = await faultyServer({}, impatient);
    const event = newEvent();
    server.faults.nextAppends.push({ written: 'later', answer: 'silence' });
    const append = log.append(newStream(), [event], 'no_stream');
    await until(() => server.faults.nextAppends.length === 0);
    const closed = log.close();
    server.releaseHeld();
    expect((await append).revision).toBe(0n);
    await closed;
  });
};
