/** Two nodes whose commands change one stream at the same time. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from '../core/domain/refusal.ts';
import { type EventLog, type NewEvent, type RecordedEvent, WrongExpectedRevision } from '../core/event-log.ts';
import type { Aggregate, CommandResult } from './aggregate.ts';
import { Contention } from './contention.ts';
import { createCommandHandler } from './handle-command.ts';
import { newId } from './ids.ts';

const capacity = 20;

type Filled = { type: 'JarFilled'; data: { by: number } };

/** Its state is changed in place, as those of the application. */
const jar: Aggregate<{ filled: number }, number, Filled> = {
  category: 'jar',
  events: { JarFilled: [] },
  initial: () => ({ filled: 0 }),
  decide: (by, { filled }) => {
    if (filled + by < 0 || filled + by > capacity)
      throw new Refusal('conflict', 'JAR_FULL', 'The jar does not hold that');
    return by === 0 ? [] : [{ type: 'JarFilled', data: { by } }];
  },
  evolve: (state, { data }) => {
    state.filled += data.by;
    return state;
  },
  weight: () => 1,
};

/** The log of one stream. Each call takes some turns of the event loop before and after its effect. */
class SlowLog {
  readonly events: RecordedEvent[] = [];
  appends = 0;
  lostRaces = 0;
  readonly #turns: () => number;

  constructor(turns: () => number) {
    this.#turns = turns;
  }

  readonly append: EventLog['append'] = async (stream, events, expected) => {
    this.appends++;
    await this.#wait();
    const actual = this.events.length === 0 ? 'no_stream' : BigInt(this.events.length - 1);
    if (expected !== actual) {
      this.lostRaces++;
      await this.#wait();
      throw new WrongExpectedRevision(stream, expected, actual);
    }
    for (const event of events) this.events.push(this.#recorded(stream, event));
    const revision = BigInt(this.events.length - 1);
    await this.#wait();
    return { revision, position: revision };
  };

  async *readStream(_: string, { from = 0n }: { from?: bigint } = {}): AsyncIterable<RecordedEvent> {
    await this.#wait();
    yield* this.events.slice(Number(from));
    await this.#wait();
  }

  #recorded(stream: string, event: NewEvent): RecordedEvent {
    const revision = BigInt(this.events.length);
    return { ...event, stream, revision, position: revision };
  }

  async #wait(): Promise<void> {
    for (let turns = this.#turns(); turns > 0; turns--) await nextTurn();
  }
}

interface Sent {
  readonly by: number;
  readonly node: number;
  /** Those with the same key are the same command. */
  readonly key: string;
  /** Turns of the event loop after the one before. */
  readonly after: number;
}

const node = (log: SlowLog) => {
  const { handle } = createCommandHandler(log as Pick<EventLog, 'append' | 'readStream'> as EventLog, {
    hasOtherWriters: true,
  });
  return ({ by, key }: Pick<Sent, 'by' | 'key'>) =>
    handle(jar, 'one', by, { actor: 'mia', commandId: key, correlationId: 'test' }, ({ state }) => state.filled);
};

/** What the jar holds before the first event, and after each. */
function levels(events: readonly RecordedEvent[]): number[] {
  const found = [0];
  let level = 0;
  for (const { data } of events) {
    level += Number(data.by);
    found.push(level);
  }
  return found;
}

function expectAnswerInOrder(sent: Sent, outcome: PromiseSettledResult<CommandResult<number>>, log: SlowLog): void {
  const found = levels(log.events);
  if (outcome.status === 'rejected') {
    expect(outcome.reason).toBeInstanceOf(Refusal);
    expect(found.some((level) => level + sent.by < 0 || level + sent.by > capacity)).toBe(true);
    return;
  }
  const { answer, revision } = outcome.value;
  expect(answer).toBe(found[Number(revision ?? -1n) + 1]);
  const own = log.events.filter(({ meta }) => meta.commandId === sent.key);
  expect(own.map(({ data }) => data.by)).toEqual(sent.by === 0 ? [] : [sent.by]);
  if (sent.by !== 0) expect(revision).toBe(own[0]?.revision);
}

test('answers each command of two nodes as if they had come one after another', async () => {
  let lostRaces = 0;
  let grouped = 0;
  const arbitrarySent = fc.record({
    by: fc.integer({ min: -9, max: 9 }),
    node: fc.nat(1),
    key: fc.nat(60).map((n) => `command-${n}`),
    after: fc.constantFrom(0, 0, 0, 1, 4),
  });
  const commands = fc.uniqueArray(arbitrarySent, {
    maxLength: 60,
    size: 'max',
    // A command that is sent again is the same on both nodes.
    selector: ({ key, node }) => `${key} ${node}`,
  });
  await fc.assert(
    fc.asyncProperty(
      commands,
      fc.array(fc.nat(6), { minLength: 1, maxLength: 50, size: 'max' }),
      async (all, turns) => {
        let call = 0;
        const log = new SlowLog(() => turns[call++ % turns.length] ?? 0);
        const nodes = [node(log), node(log)] as const;
        const first = new Map(all.toReversed().map((sent) => [sent.key, sent.by]));
        const sent = all.map((one) => ({ ...one, by: first.get(one.key) ?? one.by }));
        const answers: Promise<PromiseSettledResult<CommandResult<number>>[]>[] = [];
        for (const one of sent) {
          for (let n = one.after; n > 0; n--) await nextTurn();
          answers.push(Promise.allSettled([(one.node === 0 ? nodes[0] : nodes[1])(one)]));
        }
        const outcomes = (await Promise.all(answers)).flat();
        for (const [i, outcome] of outcomes.entries()) {
          const one = sent[i];
          if (one !== undefined) expectAnswerInOrder(one, outcome, log);
        }
        lostRaces += log.lostRaces;
        grouped += log.events.length - (log.appends - log.lostRaces);
      },
    ),
    { numRuns: 40 },
  );
  expect(lostRaces).toBeGreaterThan(40);
  expect(grouped).toBeGreaterThan(40);
});

test('appends the waiting commands of both nodes in groups, although each loses races', async () => {
  const log = new SlowLog(() => 3);
  const nodes = [node(log), node(log)] as const;
  const fill = async (send: (typeof nodes)[number]): Promise<void> => {
    for (let n = 0; n < 10; n++) await send({ by: n % 2 === 0 ? 1 : -1, key: newId() });
  };
  await Promise.all(nodes.flatMap((send) => Array.from({ length: 8 }, () => fill(send))));
  expect(log.events).toHaveLength(160);
  expect(log.lostRaces).toBeGreaterThan(0);
  // One append each, and as many that lose, would be 320.
  expect(log.appends).toBeLessThan(100);
});

test('pauses on a busy stream only where other processes may append', () => {
  expect(new Contention(true).gatherMs('jar-one', 1_000)).toBeGreaterThan(0);
  expect(new Contention(false).gatherMs('jar-one', 1_000)).toBe(0);
});
