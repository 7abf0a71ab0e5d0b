import { MemoryReadModels } from '../../../projections/read-models/memory/memory-read-models.ts';
import type { Applied } from '../../../projections/runner/applied.ts';
import { toApplied } from '../../../projections/runner/applied-batch.ts';
import type { CommittedBatch } from '../../../projections/runner/fold.ts';
import { LocalFold } from '../../../projections/runner/local-fold.ts';
import { TimeSlice } from '../../../projections/runner/time-slice.ts';
import { profileCategory } from '../../core/domain/profile/events.ts';
import { recipeCategory } from '../../core/domain/recipe/events.ts';
import type { RecordedEvent } from '../../core/event-log.ts';
import type { ReadLog } from './extent.ts';
import { type StreamView, viewOf } from './views.ts';

/** Requests of a server wait for at most this long. */
const sliceMs = 15;

/** A position of the log or a time. */
export type Point = { readonly position: bigint } | { readonly time: Date };

/** Undefined: now. */
export const isAtOrBefore = (event: RecordedEvent, point: Point | undefined): boolean => {
  if (!point) return true;
  return 'position' in point ? event.position <= point.position : event.meta.at <= point.time.toISOString();
};

/** An event of the stream, or one that changed what the stream's documents show, such as a name. */
export interface ReplayedEvent {
  readonly event: RecordedEvent;
  /** What the event changed in the documents of the stream. */
  readonly changes: readonly DocumentChange[];
  /** As the runner of the projection would publish it, if the event were a batch of its own. */
  readonly applied: Applied;
}

interface DocumentChange {
  /** Collection and id, such as `lists/mia`. */
  readonly document: string;
  readonly from: object | undefined;
  readonly to: object | undefined;
}

/** No stream of this name has documents, or it has no events. */
export class UnknownStream extends Error {
  /** Events that the message tells something of, such as when a stream begins. */
  readonly told: readonly RecordedEvent[];

  constructor(message: string, told: readonly RecordedEvent[] = []) {
    super(message);
    this.name = 'UnknownStream';
    this.told = told;
  }
}

/** The position is past the end of the log. */
export class PastEnd extends Error {
  constructor(position: bigint, head: bigint | undefined) {
    super(`Position ${position} is past the end of the log${head === undefined ? '' : `, which is at ${head}`}`);
    this.name = 'PastEnd';
  }
}

/**
 * Folds the documents of a stream again, by today's projection: its events, and those of the profiles and recipes that they
 * name, in the order of the log.
 * @param points the events up to any of these; undefined: up to now
 * @param view the documents; default: those that show the stream
 * @throws UnknownStream, PastEnd; NewerRelease and FoldFailed for an event that this release cannot fold
 */
export async function* replay(
  log: ReadLog,
  stream: string,
  points: readonly (Point | undefined)[] = [undefined],
  view = viewOf(stream),
): AsyncGenerator<ReplayedEvent> {
  if (!view) throw new UnknownStream(`No document shows the stream ${stream}: its events are in audit events`);
  await checkEnd(log, points);
  const documents = new Map<string, object>();
  const nothing: CommittedBatch = { events: [], writes: [], position: 0n };
  let batch = nothing;
  const model = new MemoryReadModels().open(view.projection);
  const fold = new LocalFold(view.projection, model.local, undefined, (committed) => {
    batch = committed;
  });
  const slice = new TimeSlice(sliceMs);
  for (const event of await eventsFor(log, stream, view, points)) {
    await slice.yieldIfUsedUp();
    batch = nothing;
    fold.apply([event], event.position);
    const changes = batch.writes.flatMap((write): DocumentChange[] => {
      if (write.kind !== 'put' && write.kind !== 'remove') return [];
      if (!view.collections.includes(write.collection) || !shows(write.id, stream)) return [];
      const document = `${write.collection}/${write.id}`;
      const from = documents.get(document);
      const to = write.kind === 'put' ? write.value : undefined;
      if (to) documents.set(document, to);
      else documents.delete(document);
      return [{ document, from, to }];
    });
    yield { event, changes, applied: toApplied(view.projection.name, batch) };
  }
}

/** The documents of a plan have its id and the week. */
function shows(id: string, stream: string): boolean {
  const own = stream.slice(stream.indexOf('-') + 1);
  return id === own || id.startsWith(`${own}:`);
}

async function checkEnd(log: ReadLog, points: readonly (Point | undefined)[]): Promise<void> {
  const positions = points.flatMap((point) => (point && 'position' in point ? point.position : []));
  if (positions.length === 0) return;
  const head = await log.head();
  const pastEnd = positions.find((position) => head === undefined || position > head);
  if (pastEnd !== undefined) throw new PastEnd(pastEnd, head);
}

async function eventsFor(
  log: ReadLog,
  stream: string,
  { projection, withSameId = [] }: StreamView,
  points: readonly (Point | undefined)[],
) {
  const isIncluded = (event: RecordedEvent) => points.some((point) => isAtOrBefore(event, point));
  const isFolded = ({ type }: RecordedEvent) => type in projection.events;
  const own: RecordedEvent[] = [];
  const named = new Set<string>();
  for await (const event of log.readStream(stream)) {
    if (!isIncluded(event)) continue;
    own.push(event);
    named.add(event.meta.actor);
    for (const text of idsIn(event.data)) named.add(text);
  }
  for (const point of points) {
    if (!own.some((event) => isAtOrBefore(event, point))) throw await missing(log, stream, point);
  }
  const categories = [
    ...('ProfileCreated' in projection.events ? [profileCategory] : []),
    ...('RecipePublished' in projection.events ? [recipeCategory] : []),
  ];
  const ownId = stream.slice(stream.indexOf('-') + 1);
  const related = [
    ...categories.flatMap((category) => [...named].map((id) => `${category}-${id}`)),
    ...withSameId.map((category) => `${category}-${ownId}`),
  ];
  for (const name of related) {
    if (name === stream) continue;
    for await (const event of log.readStream(name)) if (isIncluded(event)) own.push(event);
  }
  return own.filter(isFolded).sort((a, b) => (a.position < b.position ? -1 : 1));
}

async function missing(log: ReadLog, stream: string, until: Point | undefined): Promise<UnknownStream> {
  for await (const first of log.readStream(stream, { limit: 1 })) {
    const message = `${stream} did not exist then: its first event is at position ${first.position}, ${first.meta.at}`;
    return new UnknownStream(message, [first]);
  }
  return new UnknownStream(until ? `There is no stream ${stream}, then or later` : `There is no stream ${stream}`);
}

const idPattern = /^[A-Za-z0-9_-]{1,128}$/;

/** The strings in the data of an event that may be ids of users or recipes. */
function* idsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    if (idPattern.test(value)) yield value;
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) yield* idsIn(part);
  }
}
