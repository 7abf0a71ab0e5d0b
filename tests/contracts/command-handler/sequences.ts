/** Commands whose order matters are queued together, and none is recorded before one that it follows. */
import { expect, it } from 'vitest';
import { CommandSequence } from '../../../server/commands/command-sequence.ts';
import { createCommandHandler } from '../../../server/commands/handle-command.ts';
import { newId } from '../../../server/commands/ids.ts';
import { Refusal } from '../../../server/core/domain/refusal.ts';
import { type EventLog, EventLogUnavailable } from '../../../server/core/event-log.ts';
import { bindMethods } from '../../support/bound-log.ts';
import type { LogUnderTest } from '../event-log/log-under-test.ts';
import { tally } from './faults.ts';

/** Appends fail, by their number. */
const failingAt = (log: EventLog, failing: number): EventLog & { appends: number } => {
  const wrapped = {
    ...bindMethods(log),
    appends: 0,
    append: (...args: Parameters<EventLog['append']>) =>
      ++wrapped.appends === failing ? Promise.reject(new EventLogUnavailable('busy')) : log.append(...args),
  };
  return wrapped;
};

const counting = tally('nobody');
const refusing = {
  ...counting,
  decide: ({ by }: { by: string }) => {
    if (by === 'refused') throw new Refusal('conflict', 'REFUSED', 'No');
    return counting.decide({ by }, { count: 0 });
  },
};

function sendInSequence(log: EventLog, id: string, senders: readonly string[]) {
  const { handle } = createCommandHandler(log);
  const sequence = new CommandSequence();
  const part = { sequence, queued: () => undefined };
  const send = (by: string) =>
    handle(refusing, id, { by }, { actor: by, commandId: newId(), correlationId: 'test', part }, () => by);
  return Promise.allSettled(senders.map(send));
}

async function recordedIn(log: EventLog, id: string): Promise<unknown[]> {
  const found: unknown[] = [];
  for await (const { data } of log.readStream(`tally-${id}`)) found.push(data.by);
  return found;
}

export const sequencesContract = (log: LogUnderTest): void => {
  it('commands of a sequence are appended together, in their order', async () => {
    const [counted, id] = [failingAt(log(), 0), newId()];
    const senders = Array.from({ length: 20 }, (_, n) => `sender ${n}`);
    await sendInSequence(counted, id, senders);
    expect(await recordedIn(log(), id)).toEqual(senders);
    expect(counted.appends).toBeLessThan(4);
  });

  it('a command that could not be recorded keeps those after it from being recorded', async () => {
    const id = newId();
    const outcomes = await sendInSequence(failingAt(log(), 1), id, ['first', 'second', 'third']);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(await recordedIn(log(), id)).toEqual([]);
  });

  it('a refused command does not stop those after it', async () => {
    const id = newId();
    const outcomes = await sendInSequence(log(), id, ['first', 'refused', 'third']);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await recordedIn(log(), id)).toEqual(['first', 'third']);
  });

  it('a command under the key of another request does not stop those after it', async () => {
    const [{ handle }, id, key] = [createCommandHandler(log()), newId(), newId()];
    const part = { sequence: new CommandSequence(), queued: () => undefined };
    const send = (by: string, fingerprint?: string) => {
      const request = fingerprint === undefined ? undefined : { key, fingerprint };
      const context = { actor: by, commandId: newId(), correlationId: 'test', part, request };
      return handle(counting, id, { by }, context, () => by);
    };
    const outcomes = await Promise.allSettled([send('first', 'one'), send('reused', 'other'), send('third')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await recordedIn(log(), id)).toEqual(['first', 'third']);
  });
};
