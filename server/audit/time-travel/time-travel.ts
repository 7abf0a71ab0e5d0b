/** What a stream's documents were, what changed them, and who set each field. */
import type { EventMetadata, RecordedEvent } from '../../core/event-log.ts';
import { Comparison, type Difference, differences } from './differences.ts';
import type { ReadLog } from './extent.ts';
import { isAtOrBefore, type Point, type ReplayedEvent, replay } from './replay.ts';

/** The documents of a stream at a point, in the shape of today's read models, by collection and id. */
export interface StreamState {
  /** The last event of the stream that is included. */
  readonly last: RecordedEvent;
  readonly documents: Readonly<Record<string, object>>;
  /** By the path of each field, the event that set it last. Empty unless asked for. */
  readonly setBy: ReadonlyMap<string, RecordedEvent>;
}

/** A field that differs between two points. */
export interface FieldChange extends Difference {
  /** The last event between the two points that changed it. */
  readonly by: RecordedEvent;
  /** The event that had set `from`; undefined: the field did not exist. */
  readonly fromBy: RecordedEvent | undefined;
}

interface StreamDiff {
  readonly before: StreamState;
  readonly after: StreamState;
  readonly items: readonly FieldChange[];
}

interface StateOptions {
  /** Default: false. To find the events that set the fields, the versions of each document are compared. */
  readonly withSetBy?: boolean;
}

/** @throws UnknownStream, NewerRelease, FoldFailed */
export async function stateAt(
  log: ReadLog,
  stream: string,
  point?: Point,
  options?: StateOptions,
): Promise<StreamState> {
  const state = new GrowingState(point);
  await fold(log, stream, [state], options);
  return state.state(stream);
}

/** Two states, and the fields that differ, from one replay. @throws UnknownStream, NewerRelease, FoldFailed */
export async function diff(log: ReadLog, stream: string, from: Point, to?: Point): Promise<StreamDiff> {
  const states = [new GrowingState(from), new GrowingState(to)] as const;
  await fold(log, stream, states, { withSetBy: true });
  const [before, after] = [states[0].state(stream), states[1].state(stream)];
  const [earlier, later] = states.toSorted((one, other) => (one.end < other.end ? -1 : 1));
  const items = [...differences(fieldsOf(before), fieldsOf(after))].map((field) => ({
    ...field,
    // A time and a position may each include events that the other does not: clocks differ.
    by: later?.lastChangeOf(field.path) ?? earlier?.lastChangeOf(field.path) ?? unknownChange(field.path),
    fromBy: before.setBy.get(field.path),
  }));
  return { before, after, items };
}

const unknownChange = (path: string): never => {
  throw new Error(`No event has changed ${path}`);
};

/** Nothing rather than an empty record, which would be a field itself. */
const fieldsOf = ({ documents }: StreamState) => (Object.keys(documents).length === 0 ? undefined : documents);

async function fold(
  log: ReadLog,
  stream: string,
  states: readonly GrowingState[],
  { withSetBy = false }: StateOptions = {},
): Promise<void> {
  const comparison = new Comparison();
  const points = states.map(({ point }) => point);
  for await (const replayed of replay(log, stream, points)) {
    const fields = withSetBy ? [...changedFields(comparison, replayed)] : [];
    for (const state of states) if (isAtOrBefore(replayed.event, state.point)) state.apply(stream, replayed, fields);
  }
}

/** The state of a stream while its events are replayed up to a point. */
class GrowingState {
  readonly point: Point | undefined;
  readonly #documents: Record<string, object> = {};
  readonly #setBy = new Map<string, RecordedEvent>();
  readonly #removedBy = new Map<string, RecordedEvent>();
  #last: RecordedEvent | undefined;
  #end = -1n;

  constructor(point: Point | undefined) {
    this.point = point;
  }

  apply(stream: string, { event, changes }: ReplayedEvent, fields: readonly Difference[]): void {
    if (event.stream === stream) this.#last = event;
    this.#end = event.position;
    for (const { document, to } of changes) {
      if (to) this.#documents[document] = to;
      else delete this.#documents[document];
    }
    for (const { path, to } of fields) {
      const [now, before] = to === undefined ? [this.#removedBy, this.#setBy] : [this.#setBy, this.#removedBy];
      before.delete(path);
      now.set(path, event);
    }
  }

  /** The position of the last event that was applied, of whichever stream. */
  get end(): bigint {
    return this.#end;
  }

  /** The event that set or removed a field last. */
  lastChangeOf(path: string): RecordedEvent | undefined {
    return this.#setBy.get(path) ?? this.#removedBy.get(path);
  }

  state(stream: string): StreamState {
    if (!this.#last) throw new Error(`The projection folds no event of ${stream}`);
    return { last: this.#last, documents: this.#documents, setBy: this.#setBy };
  }
}

/** @param comparison of all events of a replay */
function* changedFields(comparison: Comparison, { changes }: ReplayedEvent): Generator<Difference> {
  for (const { document, from, to } of changes) yield* comparison.differences(from, to, document);
}

/** The event that set a field last. */
export interface Blame {
  readonly path: string;
  /** Before the event; undefined: the field did not exist. */
  readonly from: unknown;
  readonly value: unknown;
  readonly type: string;
  readonly position: bigint;
  readonly meta: EventMetadata;
}

/** The fields at a point, in their order. @throws UnknownStream, NewerRelease, FoldFailed */
export async function blame(log: ReadLog, stream: string, point?: Point): Promise<Blame[]> {
  const set = new Map<string, Blame>();
  const comparison = new Comparison();
  for await (const replayed of replay(log, stream, [point])) {
    const { type, position, meta } = replayed.event;
    for (const { path, from, to: value } of changedFields(comparison, replayed)) {
      if (value === undefined) set.delete(path);
      else set.set(path, { path, from, value, type, position, meta });
    }
  }
  return [...set.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
