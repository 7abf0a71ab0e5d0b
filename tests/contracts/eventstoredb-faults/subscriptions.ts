import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ExpectedRevision, LogBehindCheckpoint } from '../../../server/core/event-log.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import type { EventStoreDbServer } from '../../support/eventstoredb-server/server.ts';
import { openLine } from '../../support/line.ts';
import { until } from '../../support/until.ts';
import { follow } from '../event-log/follower.ts';
import { collect, ids, newEvent, newEvents, newStream } from '../event-log/sample-events.ts';
import { faultyServer, impatient, openLog, quick } from './faulty-server.ts';

const drops: readonly [string, (server: EventStoreDbServer) => unknown][] = [
  ['is killed and comes back', (server) => server.restart()],
  ['becomes unavailable (code 14)', (server) => server.dropSubscriptions(failures.unavailable)],
  ['stops gracefully (code 13)', (server) => server.dropSubscriptions(failures.shuttingDown)],
  ['finds the consumer too slow (code 10)', (server) => server.dropSubscriptions(failures.consumerTooSlow)],
  ['fails without a reason (code 2)', (server) => server.dropSubscriptions(failures.unknown)],
];

export const subscriptionFaults = (): void => {
  test.each(drops)('a subscription goes on without a gap or a repeat when the server %s', async (_, drop) => {
    const { server, log, interruptions } = await faultyServer();
    const stream = newStream();
    const follower = follow(log, {});
    const sent: string[] = [];
    let expected: ExpectedRevision = 'no_stream';
    for (let round = 0; round < 3; round++) {
      const events = newEvents(20);
      sent.push(...ids(events));
      const { position, revision } = await log.append(stream, events, expected);
      expected = revision;
      if (round > 0) await follower.reaches(position);
      await drop(server);
      await until(() => interruptions.length > round);
    }
    const { position } = await log.append(stream, newEvents(1), expected);
    await follower.reaches(position);
    expect(ids(follower.events).slice(0, -1)).toEqual(sent);
    await follower.stop();
  });

  test('a host that has died without a word is noticed by its silence', async () => {
    const { server, log: direct } = await faultyServer();
    const line = await openLine(`http://127.0.0.1:${server.port}`);
    onTestFinished(() => line.cut());
    const recommended = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => recommended.mockRestore());
    const interruptions: string[] = [];
    const log = await openLog(
      `esdb://${new URL(line.address).host}?tls=false&keepAliveInterval=200&keepAliveTimeout=200`,
      {},
      (message) => interruptions.push(message),
    );
    const follower = follow(log, {});
    await follower.catchesUp();
    line.hold();
    const { position } = await direct.append(newStream(), newEvents(1), 'no_stream');
    await until(() => interruptions.length > 0);
    line.release();
    await follower.reaches(position);
    expect(follower.events).toHaveLength(1);
    await follower.stop();
  });

  test('however long the server is away, it is tried again, with pauses that grow to their limit', async () => {
    const { server, log, interruptions } = await faultyServer();
    const stream = newStream();
    const first = await log.append(stream, newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(first.position);
    server.stop();
    await until(() => interruptions.length >= 12, 10_000);
    const pauses = interruptions.map((message) => Number(/next try in (\d+) ms$/.exec(message)?.[1]));
    expect(pauses[0]).toBeLessThanOrEqual(quick.firstPauseMs);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(quick.maxPauseMs);
    expect(Math.min(...pauses.slice(6))).toBeGreaterThanOrEqual(quick.maxPauseMs / 2);
    expect(new Set(pauses).size).toBeGreaterThan(3);

    await server.start();
    const second = await log.append(stream, newEvents(1), first.revision);
    await follower.reaches(second.position);
    expect(follower.events).toHaveLength(2);
    await follower.stop();
  });

  test('a live consumer that is dropped for its slowness gets everything nevertheless', async () => {
    const { log, interruptions } = await faultyServer();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const follower = follow(log, {}, () => held);
    await follower.catchesUp();
    const sent: string[] = [];
    let last = 0n;
    for (let round = 0; round < 12; round++) {
      const events = newEvents(500).map((event) => ({ ...event, data: { text: 'x'.repeat(1_000) } }));
      sent.push(...ids(events));
      last = (await log.append(newStream(), events, 'no_stream')).position;
    }
    release();
    await follower.reaches(last);
    expect(ids(follower.events)).toEqual(sent);
    expect(interruptions.join()).toContain('Consumer too slow');
    await follower.stop();
  });

  test('an older backup that is restored while the connection is away is noticed, instead of silence for ever', async () => {
    const { server, log } = await faultyServer();
    const { position: kept } = await log.append(newStream(), newEvents(1), 'no_stream');
    const { position: gone } = await log.append(newStream(), newEvents(5), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(gone);
    server.stop();
    server.log.restoreTo(kept);
    await server.start();
    await expect(follower.ended).rejects.toBeInstanceOf(LogBehindCheckpoint);
    await expect(follower.ended).rejects.toThrow(`ends at ${kept}, before ${gone}`);
  });

  test.each([
    ['code 2', failures.badPosition, undefined],
    ['code 3', failures.invalidPosition, undefined],
    ['code 2, its event known', failures.badPosition, newEvent().id],
    ['code 3, its event known', failures.invalidPosition, newEvent().id],
  ])(
    'a position between two events is noticed, instead of being tried for ever (%s)',
    async (_, badPosition, afterId) => {
      const { server, log } = await faultyServer();
      server.faults.badPosition = badPosition;
      const { position } = await log.append(newStream(), newEvents(2), 'no_stream');
      const { signal } = new AbortController();
      const off = collect(log.subscribe({ after: position - 1n, afterId, signal }));
      await expect(off).rejects.toBeInstanceOf(LogBehindCheckpoint);
    },
  );

  test('reads at its start that fail without a reason, however often, are not taken for a log that lost a position', async () => {
    const { server, log, interruptions } = await faultyServer();
    const first = newEvent();
    const { position } = await log.append(newStream(), [first], 'no_stream');
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    const { unknown } = failures;
    // The end is read, the event at the position is not; and again, with a look at whether other positions can be read.
    server.faults.nextReads.push(undefined, unknown, unknown, unknown);
    server.faults.nextReads.push(undefined, unknown, unknown, unknown, unknown, unknown, unknown);
    const follower = follow(log, { after: position, afterId: first.id });
    await follower.reaches(next.position);
    expect(interruptions).toHaveLength(2);
    expect(follower.events).toHaveLength(1);
    await follower.stop();
  });

  test('a subscription and reads that fail without a reason in turn leave the position at the end of the log alone', async () => {
    const { server, log, interruptions } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(position);
    const { unknown } = failures;
    server.faults.nextReads.push(undefined, unknown, unknown, unknown);
    server.dropSubscriptions(unknown);
    await until(() => interruptions.length === 2);
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(next.position);
    expect(follower.events).toHaveLength(2);
    await follower.stop();
  });

  test('a cluster that is without a leader for a moment is not taken for a log that lost a position', async () => {
    const { server, log, interruptions } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(position);
    const { noLeader } = failures;
    // Its end is told, and then no leader is found for each try to read at the position.
    server.faults.nextReads.push(undefined, noLeader, noLeader, noLeader);
    server.dropSubscriptions(failures.unknown);
    await until(() => interruptions.length === 2);
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(next.position);
    expect(follower.events).toHaveLength(2);
    await follower.stop();
  });

  test("the server's own events are never handed over, however many of those there are", async () => {
    const { server, log } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    for (let n = 0; n < 10_500; n++) server.log.appendSystemEvent();
    const follower = follow(log, {});
    await follower.catchesUp();
    expect(follower.events).toHaveLength(1);
    expect(follower.position).toBe(position);

    const resumed = follow(log, { after: position });
    await resumed.catchesUp();
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    await Promise.all([follower.reaches(next.position), resumed.reaches(next.position)]);
    expect([follower.events.length, resumed.events.length]).toEqual([2, 1]);
    await Promise.all([follower.stop(), resumed.stop()]);
  });

  test.each([
    ['of an empty log', 0],
    ['at the end of the log', 1],
  ])('a checkpoint beyond what was sent, %s, costs no event, neither live nor resumed', async (_, there) => {
    const { server, log, interruptions } = await faultyServer();
    const sent = newEvents(there + 2);
    for (const event of sent.slice(0, there)) await log.append(newStream(), [event], 'no_stream');
    const follower = follow(log, {});
    await follower.catchesUp();
    const live = await log.append(newStream(), sent.slice(there, there + 1), 'no_stream');
    await follower.reaches(live.position);
    server.dropSubscriptions(failures.unavailable);
    await until(() => interruptions.length === 1);
    await follower.catchesUp();
    const resumed = await log.append(newStream(), sent.slice(there + 1), 'no_stream');
    await follower.reaches(resumed.position);
    expect(ids(follower.events)).toEqual(ids(sent));
    expect(follower.position).toBe(resumed.position);
    await follower.stop();
  });

  test('what the server says of its progress never overtakes the events that it sent before', async () => {
    const { log } = await faultyServer();
    let last = 0n;
    for (let n = 0; n < 22; n++) last = (await log.append(newStream(), newEvents(500), 'no_stream')).position;
    // Slow, so that more has arrived than is taken at once.
    const follower = follow(log, {}, async () => {
      for (let turn = 0; turn < 200; turn++) await nextTurn();
    });
    await follower.reaches(last);
    expect(follower.events).toHaveLength(11_000);
    expect(follower.batches.findIndex(({ caughtUp }) => caughtUp)).toBe(follower.batches.length - 1);
    await follower.stop();
  });

  test('a subscription that is never confirmed is begun again', async () => {
    const { server, log, interruptions } = await faultyServer({}, impatient);
    server.faults.nextSubscriptions.push('silence');
    const follower = follow(log, {});
    await follower.catchesUp();
    expect(interruptions).toEqual([expect.stringContaining(`no answer within ${impatient.callMs} ms`)]);
    await until(() => server.openSubscriptions === 1);
    await follower.stop();
  });
};
