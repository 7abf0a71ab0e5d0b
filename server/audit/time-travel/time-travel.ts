/** What a stream's documents were, what changed them, and who set each field. */
import type { EventMetadata, RecordedEvent } from '../../core/event-log.ts';
import { Comparison, type Difference, differences } from './differences.ts';
import type { ReadLog } from './extent.ts';
import { type Point, replay } from './replay.ts';

/** The documents of a stream at a point, in the shape of today's read models, by collection and id. */
export interface StreamState {
  /** The last event of the stream that is included. */
  readonly last: RecordedEvent;
  readonly documents: Readonly<Record<string, object>>;
}

interface StreamDiff {
  readonly before: StreamState;
  readonly after: StreamState;
  readonly items: readonly Difference[];
}

/** @throws UnknownStream, NewerRelease, FoldFailed */
export async function stateAt(log: ReadLog, stream: string, point?: Point): Promise<StreamState> {
  const documents: Record<string, object> = {};
  let last: RecordedEvent | undefined;
  for await (const { event, changes } of replay(log, stream, point)) {
    if (event.stream === stream) last = event;
    for (const { document, to } of changes) {
      if (to) documents[document] = to;
      else delete documents[document];
    }
  }
  if (!last) throw new Error(`The projection folds no event of ${stream}`);
  return { last, documents };
}

/** Two states, and the fields that differ. @throws UnknownStream, NewerRelease, FoldFailed */
export async function diff(log: ReadLog, stream: string, from: Point, to?: Point): Promise<StreamDiff> {
  const [before, after] = [await stateAt(log, stream, from), await stateAt(log, stream, to)];
  return { before, after, items: [...differences(before.documents, after.documents)] };
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
  for await (const { event, changes } of replay(log, stream, point)) {
    const { type, position, meta } = event;
    for (const change of changes) {
      for (const { path, from, to: value } of comparison.differences(change.from, change.to, change.document)) {
        if (value === undefined) set.delete(path);
        else set.set(path, { path, from, value, type, position, meta });
      }
    }
  }
  return [...set.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
