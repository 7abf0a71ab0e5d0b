import { expect, onTestFinished, test } from 'vitest';
import { EventLogUnavailable } from '../../../server/core/event-log.ts';
import { openEventStoreDb } from '../../../server/event-log/eventstoredb/open-event-store-db.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import { until } from '../../support/until.ts';
import { follow } from '../event-log/follower.ts';
import { newEvents, newStream } from '../event-log/sample-events.ts';
import { faultyServer, openLog } from './faulty-server.ts';

export const subscriptionEnds = (): void => {
  test('try again within a second however long an outage lasts, with the pauses of production', async () => {
    const { server, log: direct } = await faultyServer();
    const interruptions: string[] = [];
    const onInterruption = (message: string) => void interruptions.push(message);
    const log = await openEventStoreDb({ connectionString: server.connectionString, onInterruption });
    onTestFinished(() => log.close());
    const follower = follow(log, {});
    const { position } = await direct.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(position);
    server.faults.everyCall = failures.unavailable;
    server.dropSubscriptions(failures.unavailable);
    // The pauses have reached their maximum.
    await until(() => interruptions.length === 6);
    for (const message of interruptions) {
      expect(Number(/next try in (\d+) ms/.exec(message)?.[1]), message).toBeLessThan(1_000);
    }
    server.faults.everyCall = undefined;
    const next = await direct.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(next.position);
    await follower.stop();
  });

  test('follow at once when a server answers again that was silent, though their own calls are never answered', async () => {
    const { server, log } = await faultyServer({}, { callMs: 5_000, maxPauseMs: 5_000 });
    const followers = [follow(log, {}), follow(log, {})];
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    for (const follower of followers) await follower.reaches(position);
    server.faults.everyCall = 'silence';
    server.dropSubscriptions(failures.unavailable);
    const before = server.calls.reads;
    const unanswered = expect(log.head()).rejects.toThrow(EventLogUnavailable);
    // Both have asked, and the log is known to be silent.
    await until(() => server.calls.reads >= before + 3);
    await unanswered;
    await until(() => server.calls.reads >= before + 5);
    server.faults.everyCall = undefined;
    const backAt = performance.now();
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    for (const follower of followers) await follower.reaches(next.position);
    // Without an answer, each call would end after five seconds.
    expect(performance.now() - backAt).toBeLessThan(4_000);
    for (const follower of followers) await follower.stop();
  });

  test('ends the call however a consumer leaves the subscription', async () => {
    const { server, log } = await faultyServer();
    await log.append(newStream(), newEvents(1), 'no_stream');
    const { signal } = new AbortController();
    for await (const _ of log.subscribe({ signal })) break;
    await until(() => server.openSubscriptions === 0);

    const failing = async () => {
      for await (const _ of log.subscribe({ signal })) throw new Error('the consumer failed');
    };
    await expect(failing()).rejects.toThrow('the consumer failed');
    await until(() => server.openSubscriptions === 0);

    const follower = follow(log, {});
    await follower.catchesUp();
    await follower.stop();
    await until(() => server.openSubscriptions === 0);

    const other = await openLog(server.connectionString);
    const last = follow(other, {});
    await last.catchesUp();
    await other.close();
    await last.ended;
    await until(() => server.openSubscriptions === 0);
  });

  test('ends a subscription by an abort while it waits for the server', async () => {
    const { server, log, interruptions } = await faultyServer({}, { firstPauseMs: 60_000, maxPauseMs: 60_000 });
    const follower = follow(log, {});
    await follower.catchesUp();
    server.stop();
    await until(() => interruptions.length > 0);
    await follower.stop();
  });

  test('gives up after the time that is set, counted from each interruption', async () => {
    const { server, log, interruptions } = await faultyServer({}, { giveUpMs: 500, firstPauseMs: 20, maxPauseMs: 100 });
    const follower = follow(log, {});
    await follower.catchesUp();
    for (const count of [1, 2]) {
      server.dropSubscriptions(failures.unavailable);
      await until(() => interruptions.length === count && server.openSubscriptions === 1);
    }
    server.stop();
    await expect(follower.ended).rejects.toThrow(
      /^The connection to EventStoreDB at 127\.0\.0\.1:\d+ is lost \(.*\), and not restored within 0\.5 s: check that/,
    );
  });

  test('does not retry forever when the server refuses the user', async () => {
    const { server, log } = await faultyServer();
    const follower = follow(log, {});
    await follower.catchesUp();
    server.faults.nextSubscriptions.push(failures.denied);
    server.dropSubscriptions(failures.unavailable);
    await expect(follower.ended).rejects.toBeInstanceOf(EventLogUnavailable);
  });
};
