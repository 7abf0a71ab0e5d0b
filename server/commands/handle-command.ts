import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import {
  type AppendResult,
  AppendTooLarge,
  DuplicateEventId,
  type EventLog,
  type NewEvent,
  WrongExpectedRevision,
} from '../event-log/event-log.ts';
import { type Aggregate, type DomainEvent, type Folded, type Handled, load, weightOf } from './aggregate.ts';
import { StreamQueue } from './stream-queue.ts';
import { type CommandContext, CommandTask, type Outcome, type Task } from './task.ts';

/** Another writer was faster, time after time. Sending the command again is safe. */
export class Contended extends Error {
  readonly code = 'CONTENDED';
  constructor(stream: string) {
    super('Somebody else is changing this at the same time; please try again', { cause: stream });
    this.name = 'Contended';
  }
}

/** What the command handler needs of the program's logger. */
export interface CommandLogger {
  warn(details: object, message: string): void;
}

export type CommandHandler = ReturnType<typeof createCommandHandler>;

/** A command that has lost so many races in a row is given up. */
const maxLostRaces = 12;
/**
 * How long (ms) to wait after so many lost races in a row. The node that won knows the newest state and wins again for as
 * long as it has something to append; the others wait for it, each for a random while, which grows from race to race.
 */
const pauseAfter = (lostRaces: number): number => Math.random() * Math.min(2 ** lostRaces, 100);
/** Commands of one stream that wait, and that are appended together. */
const queueLimits = { waiting: 1000, together: 64 };
/** What is kept of all streams: commands and things in their states, about 150 bytes each. */
const cacheWeight = 500_000;
/**
 * A stream counts for no more than this, so that a heavier one is kept, too: read from its start for each command, it would
 * hold up everything for a second or more. It is over half, so that no two such are kept: all that is kept beside one of them
 * weighs 200,000 at most, and itself must fit into memory in any case while a command to it is carried out.
 */
const countedAtMost = 300_000;
/**
 * Answers kept of each stream: most retries come within seconds, and a long stream need not be folded for them. What changed
 * nothing is decided anew, as it is after a restart.
 */
const answersKept = 4;

const silent: CommandLogger = { warn: () => {} };

/** How a kept state stands to the log: another node may have written since, it has, or this is the newest. */
type Knowledge = 'perhaps behind' | 'behind' | 'newest';

/**
 * Handles commands: load the stream (as it was kept, and what has come since), decide, append with the expected
 * revision, and again when another writer was faster. What waits for the same stream meanwhile is decided one after
 * the other and appended together.
 * @param logger told of each command that is given up
 */
export function createCommandHandler(log: EventLog, logger: CommandLogger = silent) {
  const queue = new StreamQueue<Task>(carryOut, queueLimits);
  const cache = new LRUCache<string, Folded<unknown>>({
    maxSize: cacheWeight,
    sizeCalculation: ({ weighed }) => Math.min(weighed, countedAtMost),
  });
  /** Put in anew once its weight has changed by an eighth: the cache does not see that what it has grows in place. */
  const keep = (stream: string, folded: Folded<unknown>): void => {
    const weight = folded.weight();
    if (Math.abs(weight - folded.weighed) < folded.weighed / 8 && cache.has(stream)) return;
    folded.weighed = weight;
    cache.delete(stream);
    cache.set(stream, folded);
  };

  /** Carries out tasks of one stream in order, and settles each. */
  async function carryOut(stream: string, tasks: Task[]): Promise<void> {
    let knowledge: Knowledge = 'perhaps behind';
    /**
     * After a lost race the rest goes one by one. A group that loses spoils the kept state, into which all but its last
     * were folded already: the whole stream must be read again, and while it is, the next race is lost, too.
     */
    let oneByOne = false;
    let lostRaces = 0;
    for (let first = tasks[0]; first; first = tasks[0]) {
      let decided = nothing;
      try {
        let folded = cache.get(stream);
        if (!folded || knowledge === 'behind') {
          folded = await first.load(folded);
          if (folded.revision !== 'no_stream') keep(stream, folded);
          knowledge = 'newest';
        }
        if (folded.commands.has(first.commandId)) {
          const kept = folded.answers.find(({ commandId }) => commandId === first.commandId);
          first.resolve(kept?.handled ?? (await first.replay()));
          tasks.shift();
          continue;
        }
        decided = decide(folded, oneByOne ? [first] : tasks);
        if (decided.tasks.length > 0) {
          settle(stream, folded, decided, await log.append(stream, decided.events, folded.revision));
          tasks.splice(0, decided.tasks.length);
          knowledge = 'newest';
          lostRaces = 0;
        } else if (knowledge === 'newest') {
          tasks.shift();
          settleUnchanged(first, folded);
        } else {
          // Before it refuses anything, the state is brought up to date.
          knowledge = 'behind';
        }
      } catch (error) {
        const lostRace = isLostRace(error);
        // What was folded to decide on it is not in the log.
        if (decided.applied > 0 || !lostRace) cache.delete(stream);
        knowledge = 'behind';
        if (error instanceof AppendTooLarge && decided.tasks.length > 1) {
          oneByOne = true;
          continue;
        }
        if (lostRace && ++lostRaces < maxLostRaces) {
          oneByOne = true;
          // Mostly, the other node had one thing to append, and is done.
          if (lostRaces > 1) await pause(pauseAfter(lostRaces));
          continue;
        }
        if (lostRace) logger.warn({ stream, lostRaces }, 'A command is given up: others were faster, each time');
        lostRaces = 0;
        const failure = error instanceof WrongExpectedRevision ? new Contended(stream) : error;
        for (const task of tasks.splice(0, Math.max(1, decided.tasks.length))) task.reject(failure);
      }
    }
  }

  /** Answers tasks whose events are in the log. */
  function settle(stream: string, folded: Folded<unknown>, decided: Decided, appended: AppendResult): void {
    const { revision, position } = appended;
    for (const task of decided.tasks.slice(decided.applied)) task.apply(folded);
    folded.revision = revision;
    folded.position = position;
    for (const task of decided.tasks) {
      const handled = task.handled(position);
      folded.commands.add(task.commandId);
      folded.answers.push({ commandId: task.commandId, handled, weight: weightOf(handled.answer) });
      task.resolve(handled);
    }
    folded.answers.splice(0, folded.answers.length - answersKept);
    keep(stream, folded);
  }

  return {
    /**
     * Whether a command was carried out before, as far as the log tells; nothing is written.
     * @throws Refusal when it was not and would not be as the log is now, EventLogUnavailable
     */
    async check<State, Command, Event extends DomainEvent>(
      aggregate: Aggregate<State, Command, Event>,
      id: string,
      command: Command,
      { commandId }: CommandContext,
    ): Promise<boolean> {
      const { state, commands } = await load(log, aggregate, `${aggregate.category}-${id}`);
      const before = commands.has(commandId);
      if (!before) aggregate.decide(command, state);
      return before;
    },

    /**
     * Carries a command out, once. `present` makes the answer while the state is as the command left it; it must not
     * keep the state.
     * @throws Refusal, Contended, Overloaded, and what the log throws
     */
    handle<State, Command, Event extends DomainEvent, Answer>(
      aggregate: Aggregate<State, Command, Event>,
      id: string,
      command: Command,
      context: CommandContext,
      present: (outcome: Outcome<State, Event>) => Answer,
    ): Promise<Handled<Answer>> {
      const stream = `${aggregate.category}-${id}`;
      return new Promise((resolve, reject) => {
        queue.add(stream, new CommandTask(log, { aggregate, stream, command, context, present, resolve, reject }));
      });
    },
  };
}

/** Tasks that were decided one after the other, and the events that they came to. */
interface Decided {
  readonly tasks: readonly Task[];
  readonly events: readonly NewEvent[];
  /** How many of them are folded into the state already: all that another was decided on. */
  readonly applied: number;
}

const nothing: Decided = { tasks: [], events: [], applied: 0 };

/**
 * Decides task after task, up to the first that is refused, changes nothing or was carried out before. The first task was
 * not: the caller has seen to that.
 */
function decide(folded: Folded<unknown>, tasks: readonly Task[]): Decided {
  const at = new Date().toISOString();
  const taken: Task[] = [];
  const events: NewEvent[] = [];
  let applied = 0;
  for (const task of tasks) {
    const last = taken.at(-1);
    if (last) {
      if (folded.commands.has(task.commandId) || taken.some(({ commandId }) => commandId === task.commandId)) break;
      last.apply(folded);
      applied++;
    }
    const decided = orNothing(() => task.decide(folded, at));
    if (decided.length === 0) break;
    taken.push(task);
    events.push(...decided);
  }
  return { tasks: taken, events, applied };
}

/** A task that fails to be decided comes first the next time, where it fails alone. */
function orNothing(decide: () => readonly NewEvent[]): readonly NewEvent[] {
  try {
    return decide();
  } catch {
    return [];
  }
}

/** For a command that the newest state refuses, or that changes nothing in it. */
function settleUnchanged(task: Task, folded: Folded<unknown>): void {
  try {
    task.decide(folded, '');
    task.apply(folded);
    task.resolve(task.handled(folded.position));
  } catch (error) {
    task.reject(error);
  }
}

const isLostRace = (error: unknown): boolean =>
  error instanceof WrongExpectedRevision || error instanceof DuplicateEventId;
