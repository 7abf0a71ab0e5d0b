import { setTimeout as pause } from 'node:timers/promises';
import { NewerRelease } from '../core/domain/event-versions.ts';
import {
  type AppendResult,
  AppendTooLarge,
  DuplicateEventId,
  type EventLog,
  EventLogUnavailable,
  WrongExpectedRevision,
} from '../core/event-log.ts';
import { type Folded, weightOf } from './aggregate.ts';
import { type Decided, decideTogether, foldInto, NotFolded, nothing } from './decide-together.ts';
import type { KeptStreams } from './kept-streams.ts';
import type { RecentRequests } from './recent-requests.ts';
import { KeyReused } from './recorded-commands.ts';
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
  readonly requests: RecentRequests;
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

/** The log has less of a stream than was read from it before. */
const isBehind = ({ expected, actual }: WrongExpectedRevision): boolean =>
  expected !== 'no_stream' && (actual === 'no_stream' || actual < expected);

/** Carries out the tasks that wait for one stream, in order, and settles each. */
export class StreamTurn {
  readonly #parts: StreamTurnParts;
  readonly #stream: string;
  readonly #tasks: Task[];
  #knowledge: Knowledge = 'perhaps behind';
  /**
   * After a lost race, or an append that was too large, the rest goes one by one. A group that loses spoils the kept
   * state, into which all but its last were folded already: the whole stream must be read again, and while it is, the
   * next race is lost, too.
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
        const folded = this.#keptState() ?? (await this.#load(first));
        const standing = folded.commands.compare(first);
        if (standing !== 'new') {
          if (standing === 'repeated') await this.#answerAgain(first, folded);
          else this.#reject([first], new KeyReused());
          continue;
        }
        decided = decideTogether(folded, this.#oneByOne ? [first] : this.#tasks);
        if (decided.tasks.length === 0) this.#settleUnchanged(first, folded);
        else this.#settle(folded, decided, await this.#parts.log.append(this.#stream, decided.events, folded.revision));
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
    const folded = kept.get(this.#stream) ?? task.unfolded();
    try {
      await task.load(folded);
      this.#knowledge = 'newest';
      return folded;
    } finally {
      // Of what ends before its end, too: the next command need not read so far again.
      if (folded.revision !== 'no_stream') kept.keep(this.#stream, folded);
    }
  }

  /** What was carried out before is answered as it was the first time. */
  async #answerAgain(task: Task, folded: Folded<unknown>): Promise<void> {
    const answer = folded.answers.find(({ commandId }) => commandId === task.commandId);
    const handled = answer?.handled ?? (await task.firstAnswer());
    this.#parts.requests.record(task.request);
    task.resolve(handled);
    this.#tasks.shift();
  }

  /** Answers tasks whose events are in the log. @throws NotFolded for the last of them */
  #settle(folded: Folded<unknown>, decided: Decided, { revision, position }: AppendResult): void {
    // Revisions count a stream's events without a gap, so each task's own follows from how many came before it.
    let ownRevision = folded.revision === 'no_stream' ? -1n : folded.revision;
    folded.revision = revision;
    folded.position = position;
    for (const [n, task] of decided.tasks.entries()) {
      if (n === decided.foldedTasks) foldInto(folded, task);
      ownRevision += BigInt(task.eventCount);
      const handled = task.handled({ position, revision: ownRevision });
      folded.commands.add(task);
      this.#parts.requests.record(task.request);
      folded.answers.push({ commandId: task.commandId, handled, weight: weightOf(handled.answer) });
      this.#tasks.shift();
      task.resolve(handled);
    }
    folded.answers.splice(0, folded.answers.length - answersKept);
    this.#parts.kept.keep(this.#stream, folded);
    this.#knowledge = 'newest';
    this.#lostRaces = 0;
  }

  /** For a task that the state refuses, or that changes nothing in it: that must be the newest state. */
  #settleUnchanged(task: Task, folded: Folded<unknown>): void {
    if (this.#knowledge !== 'newest') {
      this.#knowledge = 'behind';
      return;
    }
    this.#tasks.shift();
    try {
      // Once more, for its refusal: nothing of it is recorded, so it needs no time.
      task.decide(folded, '');
      task.apply(folded);
      const { position, revision } = folded;
      task.resolve(task.handled({ position, revision: revision === 'no_stream' ? undefined : revision }));
    } catch (error) {
      task.reject(error);
    }
  }

  /** Leaves for another try what may succeed then, and rejects what may not. */
  async #recover(error: unknown, decided: Decided): Promise<void> {
    if (error instanceof WrongExpectedRevision && isBehind(error)) this.#forgetAll(error);
    const lostRace = error instanceof WrongExpectedRevision || error instanceof DuplicateEventId;
    const spoilsNothing = lostRace || error instanceof NewerRelease || error instanceof EventLogUnavailable;
    // What was folded to decide on it is not in the log.
    if (decided.foldedTasks > 0 || !spoilsNothing) this.#parts.kept.forget(this.#stream);
    this.#knowledge = 'behind';
    if (lostRace) await this.#loseRace(error, decided);
    else if (error instanceof NotFolded) this.#reject([error.task], error.cause);
    else if (error instanceof AppendTooLarge && decided.tasks.length > 1) this.#oneByOne = true;
    else this.#reject(decided.tasks.length > 0 ? decided.tasks : this.#tasks.slice(0, 1), error);
  }

  /** A log only grows, so this is an older one, restored from a backup. */
  #forgetAll({ stream, expected, actual }: WrongExpectedRevision): void {
    const { kept, logger } = this.#parts;
    if (kept.get(stream) !== undefined) {
      const details = { stream, expected: String(expected), actual: String(actual) };
      logger.warn(details, 'The log is behind what this process knew of it; all streams are read again');
    }
    kept.forgetAll();
  }

  async #loseRace(error: Error, { tasks }: Decided): Promise<void> {
    this.#oneByOne = true;
    this.#lostRaces++;
    if (this.#lostRaces < maxLostRaces) {
      // Mostly, the other node had one thing to append, and is done.
      if (this.#lostRaces > 1) await pause(pauseAfter(this.#lostRaces));
      return;
    }
    const details = { stream: this.#stream, lostRaces: this.#lostRaces };
    this.#parts.logger.warn(details, 'A command is given up: others were faster, each time');
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
