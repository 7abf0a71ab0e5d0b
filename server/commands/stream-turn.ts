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
import type { Logger } from '../core/logger.ts';
import type { Observer } from '../core/observer.ts';
import { type Folded, weightOf } from './aggregate.ts';
import type { Contention } from './contention.ts';
import { type Decided, decideTogether, foldInto, NotFolded, noDecisions } from './decide-together.ts';
import type { RecentRequests } from './recent-requests.ts';
import { KeyReused } from './recorded-commands.ts';
import type { StreamCache } from './stream-cache.ts';
import type { Task } from './task.ts';

/** Other writers were faster `maxLostRaces` times in a row. Sending the command again is safe. */
export class Contended extends Error {
  readonly code = 'CONTENDED';
  constructor(stream: string) {
    super('Somebody else is changing this at the same time; please try again', { cause: stream });
    this.name = 'Contended';
  }
}

export interface StreamTurnParts {
  readonly log: EventLog;
  readonly cache: StreamCache;
  readonly requests: RecentRequests;
  readonly contention: Contention;
  /** Receives a warning for each command that is abandoned. */
  readonly logger: Pick<Logger, 'warn'>;
  readonly observer: Pick<Observer, 'lostRace'> | undefined;
}

/** Abandon a command after this many lost races in a row. */
const maxLostRaces = 30;
/**
 * Exponential backoff with jitter, in ms. The node that won has the newest state and keeps winning while it has
 * something to append, so the other nodes back off.
 */
const backoffMs = (lostRaces: number): number => Math.random() * Math.min(2 ** lostRaces, 16);
/**
 * Answers cached per stream: most retries arrive within seconds, and a long stream need not be folded for them. A
 * command that changed nothing is decided again, as after a restart.
 */
const maxCachedAnswers = 4;

/** The heaviest state that is copied: in about a millisecond. See `Aggregate.weight`. */
const maxCopiedWeight = 2_000;

/** Whether the cached state matches the log: another node may have written since, has written, or has not. */
type Freshness = 'unverified' | 'stale' | 'current';

/** The log has fewer events of a stream than this process read from it before. */
const isLogBehind = ({ expected, actual }: WrongExpectedRevision): boolean =>
  expected !== 'no_stream' && (actual === 'no_stream' || actual < expected);

/** Carries out the waiting tasks of one stream in order, and settles each. */
export class StreamTurn {
  readonly #parts: StreamTurnParts;
  readonly #stream: string;
  readonly #tasks: Task[];
  #freshness: Freshness = 'unverified';
  /** Set after an append that was too large. */
  #oneByOne = false;
  /** The state before the tasks that are decided together, on a contended stream. */
  #stateBefore: { readonly state: unknown } | undefined;
  #lostRaces = 0;

  constructor(parts: StreamTurnParts, stream: string, tasks: Task[]) {
    this.#parts = parts;
    this.#stream = stream;
    this.#tasks = tasks;
    // Reading first costs less than an append that is lost.
    if (parts.contention.has(stream)) this.#freshness = 'stale';
  }

  /** Loads, decides, appends, and retries when another writer was faster. Never rejects. */
  async run(): Promise<void> {
    for (let first = this.#first(); first; first = this.#first()) {
      let decided = noDecisions;
      try {
        const folded = this.#cachedState() ?? (await this.#load(first));
        // Its sender may have waited too long meanwhile.
        if (this.#first() !== first) continue;
        const recorded = folded.commands.compare(first);
        if (recorded !== 'new') {
          if (recorded === 'repeated') await this.#answerAgain(first, folded);
          else this.#reject([first], new KeyReused());
          continue;
        }
        decided = decideTogether(folded, this.#decidable(folded, first));
        if (decided.tasks.length === 0) this.#settleUnchanged(first, folded);
        else this.#settle(folded, decided, await this.#parts.log.append(this.#stream, decided.events, folded.revision));
      } catch (error) {
        await this.#recover(error, decided);
      }
    }
  }

  /** The next task whose sender still waits. Drops the others: carried out now, they might come after a later change. */
  #first(): Task | undefined {
    for (let n = this.#tasks.length - 1; n >= 0; n--) if (this.#tasks[n]?.isExpired) this.#tasks.splice(n, 1);
    return this.#tasks[0];
  }

  /**
   * The tasks to decide together. All but the last are folded into the state, which a lost race then invalidates, and reading
   * the whole stream again makes losing the next one likely. So a contended stream's state is copied before, or they are
   * decided one by one if it is large.
   */
  #decidable(folded: Folded<unknown>, first: Task): readonly Task[] {
    this.#stateBefore = undefined;
    if (this.#oneByOne || this.#tasks.length === 1) return [first];
    if (!this.#parts.contention.has(this.#stream)) return this.#tasks;
    if (folded.weight() - folded.commands.size > maxCopiedWeight) return [first];
    this.#stateBefore = { state: structuredClone(folded.state) };
    return this.#tasks;
  }

  #cachedState(): Folded<unknown> | undefined {
    return this.#freshness === 'stale' ? undefined : this.#parts.cache.get(this.#stream);
  }

  /** Folds newer events of the log into the cached state. */
  async #load(task: Task): Promise<Folded<unknown>> {
    const { cache } = this.#parts;
    const folded = cache.get(this.#stream) ?? task.unfolded();
    try {
      await task.load(folded);
      this.#freshness = 'current';
      return folded;
    } finally {
      // After a failure, too: the next command need not read the same events again.
      if (folded.revision !== 'no_stream') cache.keep(this.#stream, folded);
    }
  }

  /** Answers a repeated command as it was answered the first time. */
  async #answerAgain(task: Task, folded: Folded<unknown>): Promise<void> {
    const answer = folded.answers.find(({ commandId }) => commandId === task.commandId);
    const result = answer?.result ?? (await task.firstAnswer());
    this.#parts.requests.record(task.request);
    task.resolve({ ...result, isRepeated: true });
    this.#tasks.shift();
  }

  /** Answers tasks whose events are in the log. @throws NotFolded for the last task */
  #settle(folded: Folded<unknown>, decided: Decided, { revision, position }: AppendResult): void {
    // A stream's revisions have no gaps, so each task's revision follows from the number of events before it.
    let ownRevision = folded.revision === 'no_stream' ? -1n : folded.revision;
    folded.revision = revision;
    folded.position = position;
    for (const [n, task] of decided.tasks.entries()) {
      if (n === decided.foldedTasks) foldInto(folded, task);
      ownRevision += BigInt(task.eventCount);
      const result = task.resultAt({ position, revision: ownRevision });
      folded.commands.add(task);
      this.#parts.requests.record(task.request);
      folded.answers.push({ commandId: task.commandId, result, weight: weightOf(result.answer) });
      this.#tasks.shift();
      task.resolve(result);
    }
    folded.answers.splice(0, folded.answers.length - maxCachedAnswers);
    this.#parts.cache.keep(this.#stream, folded);
    this.#freshness = 'current';
    this.#lostRaces = 0;
  }

  /** For a task that the state refuses, or that changes nothing. Only the current state can decide that. */
  #settleUnchanged(task: Task, folded: Folded<unknown>): void {
    if (this.#freshness !== 'current') {
      this.#freshness = 'stale';
      return;
    }
    this.#tasks.shift();
    try {
      // Decides again to get the refusal. Nothing is recorded, so no time is needed.
      task.decide(folded, '');
      task.apply(folded);
      const { position, revision } = folded;
      task.resolve(task.resultAt({ position, revision: revision === 'no_stream' ? undefined : revision }));
    } catch (error) {
      task.reject(error);
    }
  }

  /** Leaves tasks that may succeed on a retry in the queue, and rejects the others. */
  async #recover(error: unknown, decided: Decided): Promise<void> {
    if (error instanceof WrongExpectedRevision && isLogBehind(error)) this.#forgetAll(error);
    const lostRace = error instanceof WrongExpectedRevision || error instanceof DuplicateEventId;
    const keepsStateValid = lostRace || error instanceof NewerRelease || error instanceof EventLogUnavailable;
    // Tasks that were folded to decide on the next one are not in the log.
    const isRestored = decided.foldedTasks === 0 || this.#restoreState();
    if (!isRestored || !keepsStateValid) this.#parts.cache.forget(this.#stream);
    this.#freshness = 'stale';
    if (lostRace) await this.#loseRace(error, decided);
    else if (error instanceof NotFolded) this.#reject([error.task], error.cause);
    else if (error instanceof AppendTooLarge && decided.tasks.length > 1) this.#oneByOne = true;
    else this.#reject(decided.tasks.length > 0 ? decided.tasks : this.#tasks.slice(0, 1), error);
  }

  /** Returns false if there is no copy. */
  #restoreState(): boolean {
    const folded = this.#parts.cache.get(this.#stream);
    if (this.#stateBefore === undefined || folded === undefined) return false;
    folded.state = this.#stateBefore.state;
    this.#stateBefore = undefined;
    return true;
  }

  /** A log only grows, so a shorter one was restored from a backup. */
  #forgetAll({ stream, expected, actual }: WrongExpectedRevision): void {
    const { cache, logger } = this.#parts;
    if (cache.get(stream) !== undefined) {
      const details = { stream, expected: String(expected), actual: String(actual) };
      logger.warn(details, 'The log ends before events that this process has read; all streams are read again');
    }
    cache.forgetAll();
  }

  async #loseRace(error: Error, { tasks }: Decided): Promise<void> {
    this.#parts.contention.lostRace(this.#stream);
    this.#lostRaces++;
    this.#parts.observer?.lostRace?.(this.#lostRaces < maxLostRaces ? 'retried' : 'abandoned');
    if (this.#lostRaces < maxLostRaces) {
      // No pause after the first lost race: usually, the other node makes a single append.
      if (this.#lostRaces > 1) await pause(backoffMs(this.#lostRaces));
      return;
    }
    const correlationIds = tasks.map(({ correlationId }) => correlationId);
    const details = { stream: this.#stream, lostRaces: this.#lostRaces, correlationIds };
    this.#parts.logger.warn(details, 'A command is abandoned: other writers were faster each time');
    this.#lostRaces = 0;
    this.#reject(tasks, error instanceof WrongExpectedRevision ? new Contended(this.#stream) : error);
  }

  #reject(tasks: readonly Task[], reason: unknown): void {
    for (const task of tasks) {
      const index = this.#tasks.indexOf(task);
      // A task that is not found is settled already.
      if (index >= 0) this.#tasks.splice(index, 1);
      task.reject(reason);
    }
  }
}
