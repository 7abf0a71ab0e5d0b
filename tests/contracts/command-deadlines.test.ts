/** Commands that wait longer than their senders do, for a log that does not answer. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createCommandHandler } from '../../server/commands/handle-command.ts';
import { newId } from '../../server/commands/ids.ts';
import { type EventLog, EventLogUnavailable } from '../../server/core/event-log.ts';
import { openEventStoreDb } from '../../server/event-log/eventstoredb/open-event-store-db.ts';
import { bindMethods } from '../support/bound-log.ts';
import { FakeEventStoreDb } from '../support/eventstoredb-server/server.ts';
import { MemoryCommandLog } from '../support/memory-command-log.ts';
import { until } from '../support/until.ts';
import { tally } from './command-handler/faults.ts';

const waitMs = 500;

/** A handler on a log that takes longer to give up an append than its senders wait. */
async function startHandler() {
  const server = await FakeEventStoreDb.start();
  onTestFinished(() => server.stop());
  const timing = { callMs: 2_000, settleMs: 500 };
  const log: EventLog = await openEventStoreDb({ connectionString: server.connectionString, timing });
  onTestFinished(() => log.close());
  const { handle, read } = createCommandHandler(log);
  const id = newId();
  const count = (by: string, commandId: string, leftMs = waitMs) => {
    const context = { actor: by, commandId, correlationId: 'test', deadline: performance.now() + leftMs };
    return handle(tally('nobody'), id, { by }, context, ({ state }) => state.count);
  };
  const recorded = async () => {
    const found: unknown[] = [];
    for await (const { data } of log.readStream(`tally-${id}`)) found.push(data.by);
    return found;
  };
  const readCount = () => read(tally('nobody'), id, (state) => state.count, performance.now() + waitMs);
  return { server, count, recorded, readCount };
}

test('ends each wait for a silent log in its own time, and records what its sender repeats once', async () => {
  const { server, count, recorded } = await startHandler();
  // On a busy machine, the first call over a new connection may take longer than the others may wait.
  await count('before', newId(), 10_000);
  // The first one then goes ahead of the others.
  await nextTurn();
  server.faults.nextAppends.push({ written: 'before', answer: 'silence' });
  const commands = [
    { by: 'first', commandId: newId() },
    { by: 'second', commandId: newId() },
    { by: 'third', commandId: newId() },
  ];
  const { appends } = server.calls;
  const ends = commands.map(({ by, commandId }) => expect(count(by, commandId)).rejects.toThrow(EventLogUnavailable));
  await Promise.all(ends);
  // None has waited until the log gave up the append of the first one.
  expect(server.calls.appends - appends).toBe(1);

  // The first one was recorded when its response was lost; the others are dropped.
  await until(async () => (await recorded()).length === 2);
  const answers: number[] = [];
  for (const { by, commandId } of commands) {
    const repeat = () => count(by, commandId).catch(() => undefined);
    await until(async () => {
      const answered = await repeat();
      if (answered) answers.push(answered.answer);
      return answered !== undefined;
    });
  }
  expect(answers).toEqual([2, 3, 4]);
  expect(await recorded()).toEqual(['before', 'first', 'second', 'third']);
});

test('does not carry out a command later whose sender has given up while it waited', async () => {
  const { server, count, recorded } = await startHandler();
  server.faults.nextAppends.push({ written: 'never', answer: 'silence' });
  const waiting = [count('first', newId()), count('second', newId())];
  for (const outcome of await Promise.allSettled(waiting)) expect(outcome.status).toBe('rejected');
  await until(() => server.calls.appends > 1);
  await expect(count('late', newId(), -1)).rejects.toThrow(EventLogUnavailable);
  await until(async () => (await count('third', newId()).catch(() => undefined)) !== undefined);
  expect(await recorded()).toEqual(['first', 'third']);
});

test('does not carry out a command whose sender has given up while its stream was read', async () => {
  const memory = new MemoryCommandLog();
  const [isRead, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const slow: EventLog = {
    ...bindMethods(memory),
    async *readStream(stream, options) {
      isRead.resolve();
      await gate.promise;
      yield* memory.readStream(stream, options);
    },
  };
  const { handle } = createCommandHandler(slow);
  const count = (by: string, waits = {}) =>
    handle(
      tally('nobody'),
      'one',
      { by },
      { actor: by, commandId: newId(), correlationId: 'test', ...waits },
      () => by,
    );
  await expect(count('late', { deadline: performance.now() + 20 })).rejects.toThrow(EventLogUnavailable);
  await isRead.promise;
  gate.resolve();
  await count('later');
  expect(memory.events.map(({ data }) => data.by)).toEqual(['later']);
});

test('ends a read of a silent log when its caller waits no longer', async () => {
  const { server, readCount } = await startHandler();
  server.faults.nextReads.push('silence');
  const startedAt = performance.now();
  await expect(readCount()).rejects.toThrow(EventLogUnavailable);
  expect(performance.now() - startedAt).toBeLessThan(waitMs + 1_000);
});
