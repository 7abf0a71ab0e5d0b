import {
  type AppendResult,
  DuplicateEventId,
  EventLogUnavailable,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  type WriteFailure,
  WrongExpectedRevision,
} from '../../core/event-log.ts';
import {
  type EncodedEvent,
  encodeAppend,
  type FlatGroup,
  type FlatOutcomes,
  noStream,
  outcome,
  toWireRevision,
} from './writer-protocol.ts';

export interface Append {
  readonly stream: string;
  readonly events: readonly (NewEvent & EncodedEvent)[];
  readonly expected: ExpectedRevision;
  /** Size of the recorded events. */
  readonly bytes: number;
}

export interface GroupCommitOptions {
  /** Position of the last event, 0 in an empty log. */
  readonly head: number;
  send(group: FlatGroup): void;
  /** Receives the events that a group added to the log, in order and without gaps, before its appends resolve. */
  committed(events: readonly RecordedEvent[], bytes: number): void;
  /** Called when a group was not recorded, or the disk does not answer. */
  writeFailed(failure: WriteFailure): void;
  /** How long the disk may take for one group. */
  readonly writeTimeoutMs: number;
}

/** A larger group would delay the appends behind it for too long. */
const maxGroupEvents = 1024;
const maxGroupBytes = 4 * 1024 * 1024;
/** Appends are refused while this much waits to be sent. */
const maxWaiting = 10_000;
const maxWaitingBytes = 64 * 1024 * 1024;

interface Waiting {
  readonly append: Append;
  resolve(result: AppendResult): void;
  reject(error: Error): void;
}

/**
 * Collects appends into groups for the writer: while one group is being written, the next one is collected, so that
 * groups grow with the load and a single append does not wait.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #head: number;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** The group that the writer has not answered yet. */
  #sent: Waiting[] | undefined;
  #scheduled = false;
  /** One timer for all groups: refreshing it costs a tenth of creating one. */
  readonly #watchdog: NodeJS.Timeout;
  #refusal: string | undefined;
  /** The disk did not answer within `writeTimeoutMs`. */
  #isStuck = false;
  #isEnding = false;
  readonly #end = Promise.withResolvers<void>();

  constructor(options: GroupCommitOptions) {
    this.#options = options;
    this.#head = options.head;
    this.#watchdog = setTimeout(() => this.#giveUpIfStuck(), options.writeTimeoutMs).unref();
  }

  /** Why appends are refused; undefined while they are accepted. */
  get refusal(): string | undefined {
    return this.#refusal;
  }

  /** @throws WrongExpectedRevision, DuplicateEventId, EventLogUnavailable */
  append(append: Append): Promise<AppendResult> {
    if (this.#refusal !== undefined) return Promise.reject(new EventLogUnavailable(this.#refusal));
    if (this.#waiting.length >= maxWaiting || this.#waitingBytes + append.bytes > maxWaitingBytes) {
      return Promise.reject(new EventLogUnavailable('Too much is waiting to be written: try again in a moment'));
    }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ append, resolve, reject });
      this.#waitingBytes += append.bytes;
      this.#schedule();
    });
  }

  /** The writer's answer to the group that was sent. */
  committed(outcomes: FlatOutcomes): void {
    const group = this.#takeAnswered();
    const events: RecordedEvent[] = [];
    let bytes = 0;
    const results = group.map(({ append }, n): AppendResult | Error => {
      const revision = outcomes[2 * n + 1] ?? noStream;
      switch (outcomes[2 * n]) {
        case outcome.recorded:
          bytes += append.bytes;
          return this.#assignPositions(append, revision, events);
        case outcome.wrongRevision:
          return new WrongExpectedRevision(
            append.stream,
            append.expected,
            revision === noStream ? 'no_stream' : BigInt(revision),
          );
        default:
          return new DuplicateEventId(append.stream);
      }
    });
    if (events.length > 0) this.#options.committed(events, bytes);
    for (const [n, { resolve, reject }] of group.entries()) {
      const result = results[n];
      if (result instanceof Error) reject(result);
      else if (result) resolve(result);
    }
    this.#endIfDone();
  }

  /** The writer could not commit the group that was sent: none of it is recorded. */
  failed(failure: WriteFailure): void {
    this.#options.writeFailed(failure);
    refuse(this.#takeAnswered(), `The event log could not be written; check the disk: ${failure.reason}`);
    this.#endIfDone();
  }

  /** Refuses later appends and all that are not answered yet. */
  stop(reason: string): void {
    this.#options.writeFailed({ code: 'WRITER_ENDED', reason });
    this.#isEnding = true;
    this.#refuseAll(reason);
    this.#sent = undefined;
    this.#endIfDone();
  }

  /** Refuses later appends; resolves when all accepted ones are settled. */
  drain(reason: string): Promise<void> {
    this.#isEnding = true;
    this.#refusal ??= reason;
    this.#endIfDone();
    return this.#end.promise;
  }

  /** Sends after the current turn of the event loop, with all appends of that turn. */
  #schedule(): void {
    if (this.#scheduled || this.#sent !== undefined) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#send();
    });
  }

  #send(): void {
    if (this.#sent !== undefined || this.#waiting.length === 0) return;
    let [count, events, bytes] = [0, 0, 0];
    const group: FlatGroup = [];
    for (const { append } of this.#waiting) {
      events += append.events.length;
      bytes += append.bytes;
      if (count > 0 && (events > maxGroupEvents || bytes > maxGroupBytes)) break;
      encodeAppend(group, append.stream, toWireRevision(append.expected), append.events);
      this.#waitingBytes -= append.bytes;
      count += 1;
    }
    this.#sent = this.#waiting.splice(0, count);
    this.#watchdog.refresh();
    this.#options.send(group);
  }

  /** Returns the group that was answered. Sends the next one first, so that the disk does not idle. */
  #takeAnswered(): readonly Waiting[] {
    const group = this.#sent ?? [];
    this.#sent = undefined;
    this.#isStuck = false;
    if (!this.#isEnding) this.#refusal = undefined;
    this.#send();
    return group;
  }

  /** Adds the recorded events to `events`: the appended data, because decoding each record would cost more. */
  #assignPositions(append: Append, lastRevision: number, events: RecordedEvent[]): AppendResult {
    const { stream } = append;
    let revision = BigInt(lastRevision - append.events.length);
    let position = BigInt(this.#head);
    for (const { id, type, data, meta } of append.events) {
      revision += 1n;
      position += 1n;
      events.push({ id, type, data, meta, stream, revision, position });
    }
    this.#head += append.events.length;
    return { revision, position };
  }

  /** Keeps the group that was sent: if its answer arrives later, its events are part of the log. */
  #giveUpIfStuck(): void {
    if (this.#sent === undefined) return;
    this.#isStuck = true;
    this.#options.writeFailed({
      code: 'NO_ANSWER',
      reason: `The disk has not answered for ${this.#options.writeTimeoutMs} ms`,
    });
    this.#refuseAll('The disk does not answer; whether a change was recorded shows when it is sent again');
    this.#endIfDone();
  }

  #refuseAll(reason: string): void {
    this.#refusal = reason;
    refuse([...(this.#sent ?? []), ...this.#waiting], reason);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #endIfDone(): void {
    const answered = this.#sent === undefined || this.#isStuck;
    if (this.#isEnding && this.#waiting.length === 0 && answered) {
      clearTimeout(this.#watchdog);
      this.#end.resolve();
    }
  }
}

const refuse = (appends: readonly Waiting[], reason: string): void => {
  for (const { reject } of appends) reject(new EventLogUnavailable(reason));
};
