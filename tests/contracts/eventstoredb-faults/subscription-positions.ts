import { expect, test } from 'vitest';
import { LogBehindCheckpoint } from '../../../server/core/event-log.ts';
import { failures } from '../../support/eventstoredb-server/faults.ts';
import { until } from '../../support/until.ts';
import { follow } from '../event-log/follower.ts';
import { collect, newEvent, newEvents, newStream } from '../event-log/sample-events.ts';
import { faultyServer } from './faulty-server.ts';

export const subscriptionPositions = (): void => {
  test('detects an older backup restored while disconnected', async () => {
    const { server, log } = await faultyServer();
    const { position: backupPosition } = await log.append(newStream(), newEvents(1), 'no_stream');
    const { position: lastPosition } = await log.append(newStream(), newEvents(5), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(lastPosition);
    server.stop();
    server.log.restoreTo(backupPosition);
    await server.start();
    await expect(follower.ended).rejects.toBeInstanceOf(LogBehindCheckpoint);
    await expect(follower.ended).rejects.toThrow(`ends at ${backupPosition}, before ${lastPosition}`);
  });

  test('detects another event at its position, also after a resumption without events', async () => {
    const { server, log, interruptions } = await faultyServer();
    const { position: backupPosition } = await log.append(newStream(), newEvents(1), 'no_stream');
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(position);
    const { length } = follower.batches;
    server.dropSubscriptions(failures.unavailable);
    await until(() => interruptions.length === 1 && follower.batches.length > length);
    server.stop();
    server.log.restoreTo(backupPosition);
    expect(server.log.appendSystemEvent().position).toBe(position);
    await server.start();
    await expect(follower.ended).rejects.toBeInstanceOf(LogBehindCheckpoint);
  });

  test('continues from a checkpoint at an event of another application', async () => {
    const { server, log } = await faultyServer();
    await log.append(newStream(), newEvents(1), 'no_stream');
    const { position, id } = server.log.appendSystemEvent('OrderPlaced', 'orders-1');
    const follower = follow(log, {});
    await follower.reaches(position);
    await follower.stop();
    const { positionId: afterId } = follower.batches.at(-1) ?? {};
    expect(afterId).toBe(id);

    const continued = follow(log, { after: position, afterId });
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    await continued.reaches(next.position);
    expect(continued.events).toHaveLength(1);
    await continued.stop();
  });

  test.each([
    ['code 2', failures.badPosition, undefined],
    ['code 3', failures.invalidPosition, undefined],
    ['code 2, with an event id', failures.badPosition, newEvent().id],
    ['code 3, with an event id', failures.invalidPosition, newEvent().id],
  ])('rejects a position between two events instead of retrying forever (%s)', async (_, badPosition, afterId) => {
    const { server, log } = await faultyServer();
    server.faults.badPosition = badPosition;
    const { position } = await log.append(newStream(), newEvents(2), 'no_stream');
    const { signal } = new AbortController();
    const subscribed = collect(log.subscribe({ after: position - 1n, afterId, signal }));
    await expect(subscribed).rejects.toBeInstanceOf(LogBehindCheckpoint);
  });

  test('does not mistake repeated unknown read failures at the start for a missing position', async () => {
    const { server, log, interruptions } = await faultyServer();
    const first = newEvent();
    const { position } = await log.append(newStream(), [first], 'no_stream');
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    const { unknown } = failures;
    // The read of the end succeeds, that of the position fails; the second time, so does the check of other positions.
    server.faults.nextReads.push(undefined, unknown, unknown, unknown);
    server.faults.nextReads.push(undefined, unknown, unknown, unknown, unknown, unknown, unknown);
    const follower = follow(log, { after: position, afterId: first.id });
    await follower.reaches(next.position);
    expect(interruptions).toHaveLength(2);
    expect(follower.events).toHaveLength(1);
    await follower.stop();
  });

  test.each([
    ['unknown read failures', failures.unknown],
    ['a cluster without a leader', failures.noLeader],
  ])('does not mistake %s after an unknown subscription failure for a missing position', async (_, failure) => {
    const { server, log, interruptions } = await faultyServer();
    const { position } = await log.append(newStream(), newEvents(1), 'no_stream');
    const follower = follow(log, {});
    await follower.reaches(position);
    // The read of the end succeeds; each read of the position then fails.
    server.faults.nextReads.push(undefined, failure, failure, failure);
    server.dropSubscriptions(failures.unknown);
    await until(() => interruptions.length === 2);
    const next = await log.append(newStream(), newEvents(1), 'no_stream');
    await follower.reaches(next.position);
    expect(follower.events).toHaveLength(2);
    await follower.stop();
  });
};
