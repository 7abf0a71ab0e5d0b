import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ExpectedRevision } from '../../../server/core/event-log.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import { caughtUpMessage, fellBehindMessage } from '../../support/eventstoredb-server/messages.ts';
import type { FakeEventStoreDb } from '../../support/eventstoredb-server/server.ts';
import { openLine } from '../../support/line.ts';
import { until } from '../../support/until.ts';
import { follow } from '../event-log/follower.ts';
import { ids, newEvents, newStream } from '../event-log/sample-events.ts';
import { faultyServer, impatient, openLog, quick } from './faulty-server.ts';

const drops: readonly [string, (server: FakeEventStoreDb) => unknown][] = [
  ['is killed and restarted', (server) => server.restart()],
  ['becomes unavailable (code 14)', (server) => server.dropSubscriptions(failures.unavailable)],
  ['stops gracefully (code 13)', (server) => server.dropSubscriptions(failures.shuttingDown)],
  ['finds the consumer too slow (code 10)', (server) => server.dropSubscriptions(failures.consumerTooSlow)],
  ['fails without a reason (code 2)', (server) => server.dropSubscriptions(failures.unknown)],
  ['ends the call without a failure', (server) => server.dropSubscriptions('end')],
];

export const subscriptionFaults = (): void => {
  test.each(drops)('resumes a subscription without a gap or a repeat when the server %s', async (_, drop) => {
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

  test('detects a host that died silently', async () => {
    const { server, log: direct } = await faultyServer();
    const proxy = await openLine(`http://127.0.0.1:${server.port}`);
    onTestFinished(() => proxy.cut());
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    const interruptions: string[] = [];
    const log = await openLog(
      `esdb://${new URL(proxy.address).host}?tls=false&keepAliveInterval=200&keepAliveTimeout=200`,
      {},
      (message) => interruptions.push(message),
    );
    const follower = follow(log, {});
    await follower.catchesUp();
    proxy.hold();
    const { position } = await direct.append(newStream(), newEvents(1), 'no_stream');
    await until(() => interruptions.length > 0);
    proxy.release();
    await follower.reaches(position);
    expect(follower.events).toHaveLength(1);
    await follower.stop();
  });

  test('retries during a long outage, with pauses that grow to their maximum', async () => {
    const { server, log, interruptions } = await faultyServer();
    const stream = newStream();
    const first = await log.append(stream, newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(first.position);
    server.stop();
    await until(() => interruptions.length >= 12);
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

  test('delivers everything to a consumer that the server dropped as too slow', async () => {
    const { log, interruptions } = await faultyServer();
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const follower = follow(log, {}, () => held);
    await follower.catchesUp();
    const sent: string[] = [];
    let last = 0n;
    for (let round = 0; round < 8; round++) {
      const events = newEvents(400).map((event) => ({ ...event, data: { text: 'x'.repeat(2_000) } }));
      sent.push(...ids(events));
      last = (await log.append(newStream(), events, 'no_stream')).position;
    }
    release();
    await follower.reaches(last);
    expect(ids(follower.events)).toEqual(sent);
    expect(interruptions.join()).toContain('Consumer too slow');
    await follower.stop();
  });

  test("skips the server's own events, however many there are", async () => {
    const { server, log } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    // Several pages and search windows of the server.
    for (let n = 0; n < 2_600; n++) server.log.appendSystemEvent();
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
  ])('a server checkpoint beyond the sent events, %s, loses no event, live or resumed', async (_, existing) => {
    const { server, log, interruptions } = await faultyServer();
    const sent = newEvents(existing + 2);
    for (const event of sent.slice(0, existing)) await log.append(newStream(), [event], 'no_stream');
    const follower = follow(log, {});
    await follower.catchesUp();
    const live = await log.append(newStream(), sent.slice(existing, existing + 1), 'no_stream');
    await follower.reaches(live.position);
    server.dropSubscriptions(failures.unavailable);
    await until(() => interruptions.length === 1);
    await follower.catchesUp();
    const resumed = await log.append(newStream(), sent.slice(existing + 1), 'no_stream');
    await follower.reaches(resumed.position);
    expect(ids(follower.events)).toEqual(ids(sent));
    expect(follower.position).toBe(resumed.position);
    await follower.stop();
  });

  test("the server's checkpoints do not overtake earlier events", async () => {
    const { log } = await faultyServer();
    let last = 0n;
    for (let n = 0; n < 22; n++) last = (await log.append(newStream(), newEvents(500), 'no_stream')).position;
    // Slow, so that more arrives than one batch takes.
    const follower = follow(log, {}, async () => {
      for (let turn = 0; turn < 200; turn++) await nextTurn();
    });
    await follower.reaches(last);
    expect(follower.events).toHaveLength(11_000);
    expect(follower.batches.findIndex(({ caughtUp }) => caughtUp)).toBe(follower.batches.length - 1);
    await follower.stop();
  });

  test('has not caught up while the server says that the subscription fell behind', async () => {
    const { server, log } = await faultyServer();
    const follower = follow(log, {});
    await follower.catchesUp();
    server.sendToSubscriptions(fellBehindMessage());
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(position);
    expect(follower.caughtUp).toBe(false);
    server.sendToSubscriptions(caughtUpMessage());
    await follower.catchesUp();
    await follower.stop();
  });

  test('delivers no event twice when the server begins with the one at the position', async () => {
    const { server, log, interruptions } = await faultyServer();
    server.faults.subscribesAtPosition = true;
    const sent = newEvents(3);
    const stream = newStream();
    await log.append(stream, sent.slice(0, 2), 'no_stream');
    const follower = follow(log, {});
    await follower.catchesUp();
    server.dropSubscriptions(failures.unavailable);
    await until(() => interruptions.length === 1);
    const { position } = await log.append(stream, sent.slice(2), 1n);
    await follower.reaches(position);
    expect(ids(follower.events)).toEqual(ids(sent));
    await follower.stop();
  });

  test('restarts a subscription that is not confirmed', async () => {
    const { server, log, interruptions } = await faultyServer({}, impatient);
    server.faults.nextSubscriptions.push('silence');
    const follower = follow(log, {});
    await follower.catchesUp();
    expect(interruptions).toEqual([expect.stringContaining(`no answer within ${impatient.callMs} ms`)]);
    await until(() => server.openSubscriptions === 1);
    await follower.stop();
  });
};
