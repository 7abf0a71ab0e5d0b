import type { EventLog } from '../core/event-log.ts';
import { withinTime } from '../core/timing/within-time.ts';
import { KeyReused, type RequestOfCommand } from './recorded-commands.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Size of one generation. Two are kept: 25,000 to 50,000 requests, about 15 MB. */
const remembered = 25_000;
/** Events of the last day that are read when the first request comes: less than 0.2 s on the embedded log. */
const maxEventsRead = 20_000;
/** The first write waits for it. */
const readTimeoutMs = 3_000;
/** For a page that does not come at all. */
const pageTimeoutMs = 1_000;

interface UnderWay {
  readonly said: string;
  /** How many times it is being carried out right now. */
  count: number;
}

/**
 * The requests that were recorded last, whatever stream they went to: a stream knows its own keys only. What this process
 * has not recorded itself is read from the end of the log once.
 */
export class RecentRequests {
  readonly #log: Pick<EventLog, 'readAll'>;
  readonly #warn: (details: object, message: string) => void;
  /** What they said, by their keys. Once there are enough of the newer ones, the older ones are let go of, all at once. */
  #newer = new Map<string, string>();
  #older = new Map<string, string>();
  readonly #underWay = new Map<string, UnderWay>();
  #read: Promise<void> | 'done' | undefined;

  constructor(log: Pick<EventLog, 'readAll'>, warn: (details: object, message: string) => void) {
    this.#log = log;
    this.#warn = warn;
  }

  /**
   * Does the work of a request while no other has its key.
   * @throws KeyReused, and what `work` throws
   */
  async during<T>(request: RequestOfCommand, work: () => Promise<T>): Promise<T> {
    if (this.#read !== 'done') {
      this.#read ??= this.#readLog();
      await this.#read;
    }
    const { key } = request;
    const underWay = this.#underWay.get(key);
    const said = whatSays(request);
    const before = this.#newer.get(key) ?? this.#older.get(key) ?? underWay?.said;
    if (before !== undefined && !isSame(before, said)) throw new KeyReused();
    const mine = underWay ?? { said, count: 0 };
    mine.count++;
    this.#underWay.set(key, mine);
    try {
      return await work();
    } finally {
      mine.count--;
      if (mine.count === 0) this.#underWay.delete(key);
    }
  }

  /** That it is in the log: what was refused or changed nothing is not, and its key is free again. */
  record(request: RequestOfCommand | undefined): void {
    if (!request) return;
    if (this.#newer.size >= remembered) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(request.key, whatSays(request));
  }

  /** Without it, a key that was used before the start is recognised in its own stream only: no reason to refuse writes. */
  async #readLog(): Promise<void> {
    try {
      await withinTime(this.#readBackwards(performance.now() + readTimeoutMs), readTimeoutMs + pageTimeoutMs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#warn({ reason }, 'The keys of the last requests before this start could not be read');
    }
    this.#read = 'done';
  }

  /** Stops at the deadline (by `performance.now()`), and keeps what it has read: the newest requests. */
  async #readBackwards(deadline: number): Promise<void> {
    const oldest = new Date(Date.now() - dayMs).toISOString();
    const found: RequestOfCommand[] = [];
    for await (const { meta } of this.#log.readAll({ direction: 'backwards', limit: maxEventsRead })) {
      if (meta.at < oldest || performance.now() > deadline) break;
      if (meta.request) found.push(meta.request);
    }
    for (const request of found.reverse()) this.record(request);
  }
}

/** A text and nothing more, since many are kept for long. */
const whatSays = ({ fingerprint, secrets }: RequestOfCommand): string =>
  secrets === undefined ? fingerprint : `${fingerprint} ${secrets}`;

/** Secrets that one of them does not have were not recorded: that they differ cannot be known. */
const isSame = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
