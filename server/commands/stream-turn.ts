import { setTimeout as pause } from 'node:timers/promises';
import { NewerRelease } from '../domain/event-versions.ts';
import {
  type AppendResult,
  AppendTooLarge,
  DuplicateEventId,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '../event-log/event-log.ts';
import { type Folded, weightOf } from './aggregate.ts';
import { type Decided, decideTogether, foldInto, NotFolded, nothing } from './decide-together.ts';
import type { KeptStreams } from './kept-streams.ts';
import type { Task } from './task.ts';

/** Another writer was faster, time after time. Sending the command again is safe. */
export class Contended extends Error {
  readonly code = 'CONTENDED';
  constructor(stream: string) {
    super('Somebody else is changing this at the same time; please try again', { cause: stream });
    this.name = 'Contended';
  }
}

/** What commands need of the program's logger. */
export interface CommandLogger {
  warn(details: object, message: string): void;
}

export interface StreamTurnParts {
  readonly log: EventLog;
  readonly kept: KeptStreams;
  /** Told of each command that is given up. */
  readonly logger: CommandLogger;
}

/** A command that has lost so many races in a row is given up. */
const maxLostRaces = 12;
/**
 * How long (ms) to wait after so many lost races in a row. The node that won knows the newest state and wins again for as
 * long as it has something to append; the others wait for it, each for a random while, which grows from race to race.
 */
const pauseAfter = (lostRaces: number): number => Math.random() * Math.min(2 ** lostRaces, 100);
/**
 * Answers kept of each stream: most retries come within seconds, and a long stream need not be folded for them. What changed
 * nothing is decided anew, as it is after a restart.
 */
const answersKept = 4;

/** How a kept state stands to the log: another node may have written since, it has, or this is the newest. */
type Knowledge = 'perhaps behind' | 'behind' | 'newest';

/** Carries out the tasks that wait for one stream, in order, and settles each. */
export class StreamTurn {
  readonly #parts: StreamTurnParts;
  readonly #stream: string;
  readonly #tasks: Task[];
  #knowledge: Knowledge = 'perhaps behind';
  /**
   * After a lost race the rest goes one by one. A group that loses spoils the kept state, into which all but its last
   * were folded already: the whole stream must be read again, and while it is, the next race is lost, too.
   */
  #oneByOne = false;
  #lostRaces = 0;

  constructor(parts: StreamTurnParts, stream: string, tasks: Task[]) {
    this.#parts = parts;
    this.#stream = stream;
    this.#tasks = tasks;
  }

  /** Load, decide, append; and again when another writer was faster. Never rejects. */
  async run(): Promise<void> {
    for (let first = this.#tasks[0]; first; first = this.#tasks[0]) {
      let decided = nothing;
      try {
        const state = this.#keptState() ?? (await this.#load(first));
        if (state.commands.has(first.commandId)) {
          await this.#answerAgain(first, state);
          continue;
        }
        decided = decideTogether(state, this.#oneByOne ? [first] : this.#tasks);
        if (decided.tasks.length === 0) this.#settleUnchanged(first, state);
        else this.#settle(state, decided, await this.#parts.log.append(this.#stream, decided.events, state.revision));
      } catch (error) {
        await this.#recover(error, decided);
      }
    }
  }

  #keptState(): Folded<unknown> | undefined {
    return this.#knowledge === 'behind' ? undefined : this.#parts.kept.get(this.#stream);
  }

  /** What the log has beyond what is kept. */
  async #load(task: Task): Promise<Folded<unknown>> {
    const { kept } = this.#parts;
    const state = kept.get(this.#stream) ?? task.unfolded();
    try {
      await task.load(state);
      this.#knowledge = 'newest';
      return state;
    } finally {
      // Of what ends before its end, too: the next command need not read so far again.
      if (state.revision !== 'no_stream') kept.keep(this.#stream, state);
    }
  }

  /** What was carried out before is answered as it was the first time. */
  async #answerAgain(task: Task, state: Folded<unknown>): Promise<void> {
    const answer = state.answers.find(({ commandId }) => commandId === task.commandId);
    task.resolve(answer?.handled ?? (await task.firstAnswer()));
    this.#tasks.shift();
  }

  /** Answers tasks whose events are in the log. @throws NotFolded for the last of them */
  #settle(state: Folded<unknown>, decided: Decided, { revision, position }: AppendResult): void {
    state.revision = revision;
    state.position = position;
    for (const [n, task] of decided.tasks.entries()) {
      if (n === decided.folded) foldInto(state, task);
      const handled = task.handled(position);
      state.commands.add(task.commandId);
      state.answers.push({ commandId: task.commandId, handled, weight: weightOf(handled.answer) });
      this.#tasks.shift();
      task.resolve(handled);
    }
    state.answers.splice(0, state.answers.length - answersKept);
    this.#parts.kept.keep(this.#stream, state);
    this.#knowledge = 'newest';
    this.#lostRaces = 0;
  }

  /** For a task that the state refuses, or that changes nothing in it: that must be the newest state. */
  #settleUnchanged(task: Task, state: Folded<unknown>): void {
    if (this.#knowledge !== 'newest') {
      this.#knowledge = 'behind';
      return;
    }
    this.#tasks.shift();
    try {
      task.decide(state, '');
      task.apply(state);
      task.resolve(task.handled(state.position));
    } catch (error) {
      task.reject(error);
    }
  }

  /** Leaves for another try what may succeed then, and rejects what may not. */
  async #recover(error: unknown, decided: Decided): Promise<void> {
    const lostRace = error instanceof WrongExpectedRevision || error instanceof DuplicateEventId;
    const spoilsNothing = lostRace || error instanceof NewerRelease || error instanceof EventLogUnavailable;
    // What was folded to decide on it is not in the log.
    if (decided.folded > 0 || !spoilsNothing) this.#parts.kept.forget(this.#stream);
    this.#knowledge = 'behind';
    if (lostRace && this.#lostRaces + 1 < maxLostRaces) await this.#loseRace();
    else if (lostRace) this.#giveUp(error, decided);
    else if (error instanceof NotFolded) this.#reject([error.task], error.cause);
    else if (error instanceof AppendTooLarge && decided.tasks.length > 1) this.#oneByOne = true;
    else this.#reject(decided.tasks.length > 0 ? decided.tasks : this.#tasks.slice(0, 1), error);
  }

  async #loseRace(): Promise<void> {
    this.#lostRaces++;
    this.#oneByOne = true;
    // Mostly, the other node had one thing to append, and is done.
    if (this.#lostRaces > 1) await pause(pauseAfter(this.#lostRaces));
  }

  #giveUp(error: Error, { tasks }: Decided): void {
    const lostRaces = this.#lostRaces + 1;
    this.#parts.logger.warn(
      { stream: this.#stream, lostRaces },
      'A command is given up: others were faster, each time',
    );
    this.#lostRaces = 0;
    this.#reject(tasks, error instanceof WrongExpectedRevision ? new Contended(this.#stream) : error);
  }

  #reject(tasks: readonly Task[], reason: unknown): void {
    for (const task of tasks) {
      const place = this.#tasks.indexOf(task);
      // Otherwise it is settled already.
      if (place >= 0) this.#tasks.splice(place, 1);
      task.reject(reason);
    }
  }
}
