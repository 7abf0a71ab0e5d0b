/**
 * The event log port: the only truth of the application. Two adapters implement it, `sqlite/` (embedded) and
 * `eventstoredb/` (distributed); `tests/contracts/event-log.ts` is the suite that both must pass.
 *
 * Positions and revisions are `bigint` inside, decimal strings outside. Positions are only ever compared: they grow, but not
 * by one. Revisions count the events of a stream, from 0 and without gaps.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue | undefined };
export type JsonObject = { [key: string]: JsonValue | undefined };

/** Which request of a client a command came from. Nothing of what was sent can be read from it. */
export interface RequestMark {
  /** Hash of the user and the idempotency key. */
  readonly key: string;
  /** Hash of the method, the address and the body, without what must not be recorded. */
  readonly fingerprint: string;
}

/** Who did it, why and when. `at` is the server's time (ISO 8601, UTC); `schema` the version of `data`'s shape, from 1. */
export interface EventMetadata {
  readonly actor: string;
  readonly commandId: string;
  readonly correlationId: string;
  readonly causationId: string;
  readonly at: string;
  readonly schema: number;
  /** Absent where the command came without an idempotency key, and in events of releases before there were marks. */
  readonly request?: RequestMark;
}

/** Belongs to the log once it is appended: it is handed to who follows, so nothing in it may be changed any more. */
export interface NewEvent {
  /** UUID, unique in the whole log. */
  readonly id: string;
  readonly type: string;
  /** As JSON tells it: nothing in it is undefined or not a finite number. */
  readonly data: JsonObject;
  readonly meta: EventMetadata;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** Place in its stream, from 0. */
  readonly revision: bigint;
  /** Place in the whole log. */
  readonly position: bigint;
}

/** `no_stream`: the stream must not exist yet. */
export type ExpectedRevision = bigint | 'no_stream';

export interface AppendResult {
  /** Revision and position of the last event appended. */
  readonly revision: bigint;
  readonly position: bigint;
}

/** Narrows which events are handed over. */
export interface EventFilter {
  readonly types?: readonly string[];
}

/** Whether a filter lets an event of this type through. */
export const passes = ({ types }: EventFilter, type: string): boolean => types === undefined || types.includes(type);

export interface ReadStreamOptions {
  /** First revision to read (inclusive). Default: the start, or the end when reading backwards. */
  readonly from?: bigint;
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
}

export interface ReadAllOptions {
  /** Only events after this position. Default: from the beginning. */
  readonly after?: bigint;
  /** Backwards: the newest event first. Default: forwards. */
  readonly direction?: 'forwards' | 'backwards';
  readonly limit?: number;
  readonly filter?: EventFilter;
}

export interface SubscribeOptions {
  /** Only events after this position. Default: from the beginning. */
  readonly after?: bigint;
  /** Id of the event at `after`, where it is known: another log has another one there. */
  readonly afterId?: string | undefined;
  readonly filter?: EventFilter;
  /** Ends the subscription; the iteration then returns without an error. */
  readonly signal: AbortSignal;
}

export interface SubscriptionBatch {
  /** In log order; may be empty when only `position` or `caughtUp` is news. */
  readonly events: readonly RecordedEvent[];
  /** Everything up to here was handed over or did not match the filter. */
  readonly position: bigint;
  /** Id of the event at `position`, also of one that did not match; undefined where it is not known. */
  readonly positionId?: string | undefined;
  /** True when nothing was left in the log at the time of this batch. */
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
  /** The disk, or the server, does not answer. */
  | 'NO_ANSWER'
  /** The server does not let this user append. */
  | 'REFUSED';

/** Why appends fail. */
export interface WriteFailure {
  /** May be shown to anybody. */
  readonly code: WriteFailureCode;
  /** For the operator; may name files and hosts. */
  readonly reason: string;
}

export interface EventLog {
  /**
   * Appends all events or none; resolves once they are durable.
   * An outcome that is unknown (time-out, lost connection) is resolved by reading the stream back.
   * An event id that is in the log already is refused by the embedded log in every case; EventStoreDB answers the same
   * append to the same stream as the first time, and cannot tell in other cases.
   * @throws WrongExpectedRevision, DuplicateEventId, AppendTooLarge, EventLogUnavailable
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** The events of one stream; an unknown stream is empty. @throws EventLogUnavailable */
  readStream(stream: string, options?: ReadStreamOptions): AsyncIterable<RecordedEvent>;

  /** The log in order or in reverse order, up to its end at the time of the call. @throws EventLogUnavailable */
  readAll(options?: ReadAllOptions): AsyncIterable<RecordedEvent>;

  /**
   * Follows the log: what is there, then what comes. Every matching event once, in order. A lost connection is
   * resumed after the last event handed over, for as long as it takes, with a growing pause between tries.
   * @throws LogBehindCheckpoint when `after` is beyond the log's end, or another event is there (a restored backup)
   */
  subscribe(options: SubscribeOptions): AsyncIterable<SubscriptionBatch>;

  /** Position of the last event, undefined in an empty log. @throws EventLogUnavailable */
  head(): Promise<bigint | undefined>;

  /** Why appends fail, from the first that failed until the log can be written again; undefined while they succeed. */
  writeFailure(): WriteFailure | undefined;

  close(): Promise<void>;
}

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
 * The log holds an event with this id already. Ids are made anew with each decision, and a repeated command is recognised
 * by its command id, so this only guards that an id names one event, whatever appends: an import that is run twice, or a
 * clone of a machine that makes the same ids.
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
 * The log does not answer now, and the call may be made again. Nothing was recorded, unless an append's answer was lost
 * and a log on another machine could not be asked in time: the message then says so, and the same append again is never
 * recorded twice.
 */
export class EventLogUnavailable extends Error {
  readonly code = 'EVENT_LOG_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventLogUnavailable';
  }
}

/** A position that was handed over earlier is not in the log: it is not the log that it was. */
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

/** The largest sum of event bytes in one append: EventStoreDB's limit, kept on every log. */
export const maxAppendBytes = 1024 * 1024;
