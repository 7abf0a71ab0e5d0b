/**
 * A projection folds events into documents and indexes. Definitions are pure: they get an event and the documents that
 * they requested, and return nothing but writes to the workspace. The runner loads, commits and stores the checkpoint.
 * (`RecipeSearch` is an exception, and documents why.)
 */
import type { EventVersions } from '../../server/core/domain/event-versions.ts';
import type { IndexEntry, ProjectionKey } from '../read-models/read-model-store.ts';

/** The part of a recorded event that projections fold. */
export interface ProjectedEvent {
  /** Id of a recorded event, unique in the log. */
  readonly id?: string;
  readonly type: string;
  readonly stream: string;
  /** Of the event in its stream, from 0. */
  readonly revision: bigint;
  readonly position: bigint;
  readonly data: object;
  readonly meta: { readonly actor: string; readonly at: string; readonly schema: number };
}

/** An event with a known type, and so with known data. */
export type Projected<Event extends { type: string; data: object }> = Event & ProjectedEvent;

/** The id in the name of an event's stream, `{category}-{id}`. */
export const idOf = ({ stream }: ProjectedEvent): string => stream.slice(stream.indexOf('-') + 1);

/** What `fold` reads: one document, or the documents that an index lists. */
export type Need =
  | { readonly kind: 'document'; readonly collection: string; readonly id: string }
  | {
      readonly kind: 'range';
      readonly index: string;
      /** Collection of the documents whose ids are the index's members. */
      readonly collection: string;
      readonly direction: 'ascending' | 'descending';
      readonly limit: number;
    };

export const documentNeed = (collection: string, id: string): Need => ({ kind: 'document', collection, id });

/** The documents of an index: all of them by default. */
export const rangeNeed = (
  index: string,
  collection: string,
  limit: number = Number.MAX_SAFE_INTEGER,
  direction: 'ascending' | 'descending' = 'ascending',
): Need => ({ kind: 'range', index, collection, direction, limit });

/** The documents of a batch: reads see earlier writes of the same batch. */
export interface Workspace {
  /** A document that `needs` named. Treat it as frozen; `put` a changed copy. */
  get<T extends object>(collection: string, id: string): T | undefined;
  /** The entries of a range that `needs` named. */
  range(index: string): readonly IndexEntry[];
  put(collection: string, id: string, value: object): void;
  remove(collection: string, id: string): void;
  index(index: string, member: string, score: number): void;
  unindex(index: string, member: string): void;
  dropIndex(index: string): void;
}

export interface Projection<Event extends ProjectedEvent = ProjectedEvent> extends ProjectionKey {
  /** The event types that it folds. Events are upcast to their current version first. */
  readonly events: EventVersions<Event>;
  needs(event: Event): readonly Need[];
  fold(event: Event, workspace: Workspace): void;
}

/** The log filter of a projection: its event types. */
export const filterOf = ({ events }: Projection): { types: string[] } => ({ types: Object.keys(events) });

/** The sort key of a log position: EventStoreDB's positions are byte offsets, below 2^53 up to 9 PB of log. */
export const positionScore = (position: bigint): number => Number(position);
