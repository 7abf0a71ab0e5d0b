import type { EventLog } from '../core/event-log.ts';
import type { Logger } from '../core/logger.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';
import { untilDeadline } from './deadline.ts';
import { KeyReused, type RequestOfCommand } from './recorded-commands.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Requests in one generation. Two are kept: 25,000 to 50,000 requests, about 15 MB. */
const maxPerGeneration = 25_000;
/** Maximum number of events of the last day to read at the first request: less than 0.2 s on the embedded log. */
const maxEventsRead = 20_000;
/** The first write waits for this read. */
const readTimeoutMs = 3_000;
/** Added to `readTimeoutMs` for a page that never arrives. */
const pageTimeoutMs = 1_000;

interface InFlight {
  readonly digest: string;
  /** Number of executions in progress. */
  count: number;
}

/**
 * The latest recorded requests of all streams: a stream knows its own keys only. Requests that this process has not
 * recorded itself are read once, from the end of the log.
 */
export class RecentRequests {
  readonly #log: Pick<EventLog, 'readAll'>;
  readonly #logger: Pick<Logger, 'warn'>;
  /** Digests by key. When the newer generation is full, the older one is dropped as a whole. */
  #newer = new Map<string, string>();
  #older = new Map<string, string>();
  readonly #inFlight = new Map<string, InFlight>();
  #read: Promise<void> | 'done' | undefined;

  constructor(log: Pick<EventLog, 'readAll'>, logger: Pick<Logger, 'warn'>) {
    this.#log = log;
    this.#logger = logger;
  }

  /**
   * Runs the work of a request while no other request can use its key.
   * @param deadline of the request, in ms of `performance.now()`
   * @throws KeyReused, EventLogUnavailable at the deadline, and what `work` throws
   */
  async underKey<T>(request: RequestOfCommand, deadline: number | undefined, work: () => Promise<T>): Promise<T> {
    if (this.#read !== 'done') {
      this.#read ??= this.#readLog();
      await untilDeadline(this.#read, deadline);
    }
    const { key } = request;
    const inFlight = this.#inFlight.get(key);
    const digest = digestOf(request);
    const knownDigest = this.#newer.get(key) ?? this.#older.get(key) ?? inFlight?.digest;
    if (knownDigest !== undefined && !isSameRequest(knownDigest, digest)) throw new KeyReused();
    const entry = inFlight ?? { digest, count: 0 };
    entry.count++;
    this.#inFlight.set(key, entry);
    try {
      return await work();
    } finally {
      entry.count--;
      if (entry.count === 0) this.#inFlight.delete(key);
    }
  }

  /** Only for requests in the log. The key of a command that was refused or changed nothing is free again. */
  record(request: RequestOfCommand | undefined): void {
    if (!request) return;
    if (this.#newer.size >= maxPerGeneration) {
      this.#older = this.#newer;
      this.#newer = new Map();
    }
    this.#newer.set(request.key, digestOf(request));
  }

  /** A failure is no reason to refuse writes: a key used before the start is then recognised in its own stream only. */
  async #readLog(): Promise<void> {
    try {
      await withTimeout(this.#readBackwards(performance.now() + readTimeoutMs), readTimeoutMs + pageTimeoutMs);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#logger.warn({ reason }, 'The keys of the last requests before this start could not be read');
    }
    this.#read = 'done';
  }

  /** Stops at the deadline (by `performance.now()`) and keeps what it has read: the newest requests. */
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

/** A single string, because many are retained for long. */
const digestOf = ({ fingerprint, secrets }: RequestOfCommand): string =>
  secrets === undefined ? fingerprint : `${fingerprint} ${secrets}`;

/** The log has no secrets, so a digest read from it matches any secrets. */
const isSameRequest = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);
