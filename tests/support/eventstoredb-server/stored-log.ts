/**
 * The events of EventStoreDB and its rules for appending, as clients of version 23.10 observe them: expected versions,
 * repeated event ids, deleted streams, system events, gaps between positions.
 */
import { randomUUID } from 'node:crypto';

export interface StoredEvent {
  readonly stream: string;
  readonly revision: bigint;
  readonly position: bigint;
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
}

export type ProposedEvent = Omit<StoredEvent, 'stream' | 'revision' | 'position'>;
export type Expected = bigint | 'no_stream';

export type Appended =
  | { readonly kind: 'appended'; readonly last: StoredEvent }
  | { readonly kind: 'wrong_version'; readonly current: bigint | 'no_stream' }
  | { readonly kind: 'tombstoned' };

interface Stream {
  readonly events: StoredEvent[];
  /** Earlier revisions are soft-deleted. */
  readFrom: number;
  tombstoned: boolean;
}

/** Positions are byte offsets in the log, and a record is longer than its content. */
const recordBytes = ({ data, metadata }: StoredEvent): bigint => BigInt(97 + data.length + metadata.length);

export class StoredLog {
  readonly #events: StoredEvent[] = [];
  readonly #streams = new Map<string, Stream>();
  readonly #listeners = new Set<() => void>();
  /** Whether repeated event ids are recognised; a restarted server has forgotten them. */
  remembersIds = true;
  #nextPosition = 0n;

  constructor() {
    this.appendSystemEvent('$epoch-information');
  }

  get events(): readonly StoredEvent[] {
    return this.#events;
  }

  /** Index of the first event at or after a position. */
  indexFrom(position: bigint): number {
    let [low, high] = [0, this.#events.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#events[middle]?.position ?? position) < position) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The position of the next event. */
  get nextPosition(): bigint {
    return this.#nextPosition;
  }

  get end(): bigint {
    return this.#events.at(-1)?.position ?? -1n;
  }

  append(name: string, proposed: readonly ProposedEvent[], expected: Expected): Appended {
    const stream = this.#stream(name);
    if (stream.tombstoned) return { kind: 'tombstoned' };
    const repeated = this.#repeated(stream, proposed, expected);
    if (repeated !== undefined) return { kind: 'appended', last: repeated };

    const current = BigInt(stream.events.length) - 1n;
    const isEmpty = stream.readFrom === stream.events.length;
    const fits = expected === 'no_stream' ? isEmpty : expected === current;
    if (!fits) return { kind: 'wrong_version', current: current < 0n ? 'no_stream' : current };

    for (const event of proposed) this.#write(name, stream, event);
    for (const listener of this.#listeners) listener();
    const last = stream.events.at(-1);
    if (last === undefined) throw new Error('The test server was sent an append without events');
    return { kind: 'appended', last };
  }

  appendSystemEvent(type = '$statsCollected', stream = '$stats-127.0.0.1:2113'): StoredEvent {
    const content = { contentType: 'application/json', data: Buffer.from('{"a":1}'), metadata: new Uint8Array() };
    const event = this.#write(stream, this.#stream(stream), { id: randomUUID(), type, ...content });
    for (const listener of this.#listeners) listener();
    return event;
  }

  /** Undefined for a stream that was never written or is soft-deleted. */
  readStream(name: string): readonly StoredEvent[] | 'tombstoned' | undefined {
    const stream = this.#streams.get(name);
    if (stream === undefined) return undefined;
    if (stream.tombstoned) return 'tombstoned';
    return stream.readFrom === stream.events.length ? undefined : stream.events.slice(stream.readFrom);
  }

  softDelete(name: string): void {
    const stream = this.#stream(name);
    stream.readFrom = stream.events.length;
    this.appendSystemEvent('$metadata', `$$${name}`);
  }

  tombstone(name: string): void {
    this.#stream(name).tombstoned = true;
    const content = { contentType: 'application/octet-stream', data: new Uint8Array(), metadata: new Uint8Array() };
    const last = { stream: name, revision: 2n ** 63n - 1n, id: randomUUID(), type: '$streamDeleted', ...content };
    this.#events.push({ ...last, position: this.#nextPosition });
    this.#nextPosition += 97n;
    for (const listener of this.#listeners) listener();
  }

  /** Removes all events after a position, like restoring a backup. */
  restoreTo(position: bigint): void {
    const kept = this.#events.filter((event) => event.position <= position);
    this.#events.splice(kept.length);
    for (const [name, { events }] of this.#streams) {
      events.splice(kept.filter(({ stream }) => stream === name).length);
    }
    const last = kept.at(-1);
    this.#nextPosition = last === undefined ? 0n : last.position + recordBytes(last);
  }

  onAppend(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The last of these events if their ids are already stored at the revisions that this append would use. */
  #repeated({ events }: Stream, proposed: readonly ProposedEvent[], expected: Expected): StoredEvent | undefined {
    if (!this.remembersIds) return undefined;
    const from = Number(expected === 'no_stream' ? 0n : expected + 1n);
    if (proposed.some(({ id }, n) => events[from + n]?.id !== id)) return undefined;
    return events[from + proposed.length - 1];
  }

  #stream(name: string): Stream {
    const stream = this.#streams.get(name) ?? { events: [], readFrom: 0, tombstoned: false };
    this.#streams.set(name, stream);
    return stream;
  }

  #write(name: string, { events }: Stream, proposed: ProposedEvent): StoredEvent {
    const event = { ...proposed, stream: name, revision: BigInt(events.length), position: this.#nextPosition };
    this.#nextPosition += recordBytes(event);
    events.push(event);
    this.#events.push(event);
    return event;
  }
}
