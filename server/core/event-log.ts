/**
 * The event log port. The log is the application's single source of truth. Two adapters implement it, `sqlite/`
 * (embedded) and `eventstoredb/` (distributed); both must pass the suite `tests/contracts/event-log.ts`.
 *
 * Positions and revisions are `bigint` in the server, decimal strings in its API. Positions are only compared: they
 * increase, but not by one. Revisions count the events of a stream, from 0 and without gaps.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined };
export type JsonObject = { [key: string]: JsonValue | undefined };

/** Identifies the request that a command came from. Reveals nothing about the request's content. */
export interface RequestMark {
  /** Hash of the user and the idempotency key. */
  readonly key: string;
  /** Hash of the method, the URL and the body, without the parts that must not be recorded. */
  readonly fingerprint: string;
}

/**
 * Who caused an event, why and when. `at` is the server's time (ISO 8601, UTC); `schema` is the version of the shape of
 * `data`, from 1.
 */
export interface EventMetadata {
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  readonly at: string;
  readonly schema: number;
  /** Absent if the request had no idempotency key, and in events that earlier releases recorded. */
  readonly request?: RequestMark;
}

/**
 * Belongs to the log once it is appended: subscriptions receive the same object, so it must not be mutated any more.
 */
export interface NewEvent {
  /** UUID, unique in the whole log. */
  readonly id: string;
  readonly type: string;
  /** JSON-safe: without undefined values and non-finite numbers. */
  readonly data: JsonObject;
  readonly meta: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Index in its stream, from 0. */
  readonly revision: bigint;
  /** Position in the whole log. */
  readonly position: bigint;
}

/** `no_stream`: the stream must not exist yet. */
export type ExpectedRevision = bigint | 'no_stream';

export interface AppendResult {
  /** Revision and position of the last event appended. */
  readonly revision: bigint;
  readonly position: bigint;
}

/** Selects the events that are returned. */
export interface EventFilter {
  readonly types?: readonly string[];
}

/** Whether a filter selects events of this type. */
export const matchesFilter = ({ types }: EventFilter, type: string): boolean =>
  types === undefined || types.includes(type);

export interface ReadStreamOptions {
  /** First revision to read (inclusive). Default: the start, or the end when reading backwards. */
  readonly from?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

export interface ReadAllOptions {
  /** Only events after this position. Default: from the beginning. */
  readonly after?: bigint;
  /** Forwards only, instead of `after`: begins with the event at this position. */
  readonly from?: bigint;
  /** Backwards: the newest event first. Default: forwards. */
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  readonly filter?: EventFilter;
}

export interface SubscribeOptions {
  /** Only events after this position. Default: from the beginning. */
  readonly after?: bigint;
  /** Id of the event at `after`, if known. Detects a replaced log, which has another event there. */
  readonly afterId?: string | undefined;
  readonly filter?: EventFilter;
  /** Ends the subscription; the iteration then returns without an error. */
  readonly signal: AbortSignal;
}

export interface SubscriptionBatch {
  /** In log order; may be empty when only `position` or `caughtUp` changed. */
  readonly events: readonly RecordedEvent[];
  /** Every event up to here was delivered or did not match the filter. */
  readonly position: bigint;
  /** Id of the event at `position`, even if it did not match; undefined if not known. */
  readonly positionId?: string | undefined;
  /** True when the log had no further events at the time of this batch. */
  readonly caughtUp: boolean;
}

export type WriteFailureCode =
  | 'DISK_FULL'
  | 'DISK_READ_ONLY'
  | 'DISK_ERROR'
  /** Another program holds a lock on the file. */
  | 'LOCKED'
  /** The thread that writes the file has ended. */
  | 'WRITER_ENDED'
  /** The disk or the server does not answer. */
  | 'NO_ANSWER'
  /** The server does not permit this user to append. */
  | 'REFUSED';

/** Why appends fail. */
export interface WriteFailure {
  /** Safe to publish. */
  readonly code: WriteFailureCode;
  /** For the operator; may name files and hosts. */
  readonly reason: string;
}

export interface EventLog {
  /**
   * Appends all events or none; resolves once they are durable. An unknown outcome (time-out, lost connection) is
   * resolved by reading the stream back. The embedded log always refuses an event id that is in the log already.
   * EventStoreDB repeats its first response if the same append to the same stream is repeated, and does not detect
   * other duplicates.
   * @throws WrongExpectedRevision, DuplicateEventId, AppendTooLarge, EventLogUnavailable
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** The events of one stream; an unknown stream is empty. @throws EventLogUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;

  /** The log in order or in reverse order, up to its end at the time of the call. @throws EventLogUnavailable */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;

  /**
   * Yields recorded events, then new ones as they are appended: every matching event once, in order. After a lost
   * connection it resumes after the last delivered event, retrying without limit with exponential backoff.
   * @throws LogBehindCheckpoint when `after` is beyond the log's end, or has another event (a restored backup)
   */
  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch>;

  /** Position of the last event, undefined in an empty log. @throws EventLogUnavailable */
  head(): Promise<bigint | undefined>;

  /** Why appends fail, from the first failure until the log can be written again; undefined while they succeed. */
  writeFailure(): WriteFailure | undefined;

  close(): Promise<void>;
}

/** A log that another process may append to meanwhile. */
export type ReadableLog = Pick<EventLog, 'readStream' | 'readAll' | 'subscribe' | 'head' | 'close'>;

export class WrongExpectedRevision extends Error {
  readonly code = 'WRONG_EXPECTED_REVISION';
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** `no_stream` when the stream does not exist. */
  readonly actual: bigint | 'no_stream';

  constructor(stream: string, expected: ExpectedRevision, actual: bigint | 'no_stream') {
    super(`Stream ${stream} is at ${actual}, expected ${expected}`);
    this.name = 'WrongExpectedRevision';
    this.stream = stream;
    this.expected = expected;
    this.actual = actual;
  }
}

/**
 * The log has an event with this id already. Each decision generates new ids, and a repeated command is recognised by
 * its command id, so only other causes lead here: an import that runs twice, or a cloned machine that generates the
 * same ids.
 */
export class DuplicateEventId extends Error {
  readonly code = 'DUPLICATE_EVENT_ID';
  constructor(stream: string) {
    super(`An event appended to ${stream} has the id of one that is in the log already: make a new id for each event`);
    this.name = 'DuplicateEventId';
  }
}

export class AppendTooLarge extends Error {
  readonly code = 'APPEND_TOO_LARGE';
  constructor(bytes: number, limit: number) {
    super(`An append of ${bytes} bytes is over the limit of ${limit}`);
    this.name = 'AppendTooLarge';
  }
}

/**
 * The log cannot be used at the moment; the call may be repeated. Nothing was recorded, unless the response to an
 * append was lost and its outcome could not be determined in time: the message then says so, and repeating the same
 * append never records it twice.
 */
export class EventLogUnavailable extends Error {
  readonly code = 'EVENT_LOG_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventLogUnavailable';
  }
}

/** The log's file is damaged. Reading it again does not help. */
export class DamagedLog extends EventLogUnavailable {
  /** @param what a statement about the log, without a full stop */
  constructor(what: string, options?: ErrorOptions) {
    super(`${what}: check the disk, and restore the newest backup (npm run potluck -- log restore)`, options);
    this.name = 'DamagedLog';
  }
}

/** Whether the log can be used again without an operator. */
export const isLogOutage = (error: unknown): boolean =>
  error instanceof EventLogUnavailable && !(error instanceof DamagedLog);

/** An event of the log is damaged or missing. What was appended before and after it can be read. */
export class DamagedEvent extends DamagedLog {
  readonly position: bigint;
  /** Position of the next event if this one is missing. */
  readonly next: bigint | undefined;
  /** `problem`: what is said of the event. */
  constructor(position: bigint, options: ErrorOptions & { readonly problem?: string; readonly next?: bigint } = {}) {
    super(`The event at position ${position} ${options.problem ?? 'is damaged'}`, options);
    this.name = 'DamagedEvent';
    this.position = position;
    this.next = options.next;
  }
}

/** A position that was delivered earlier is not in the log: the log has been replaced. */
export class LogBehindCheckpoint extends Error {
  readonly code = 'LOG_BEHIND_CHECKPOINT';
  constructor(after: bigint, head: bigint | undefined, options?: ErrorOptions) {
    const missing =
      head !== undefined && head >= after
        ? `The event that was at ${after} is not in the log`
        : `The log ends at ${head ?? 'nothing'}, before ${after}`;
    super(`${missing}: was an older backup restored?`, options);
    this.name = 'LogBehindCheckpoint';
  }
}

/** The maximum size of the events of one append, in bytes: EventStoreDB's limit, enforced by every log. */
export const maxAppendBytes = 1024 * 1024;
