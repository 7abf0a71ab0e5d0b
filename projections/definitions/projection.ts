/**
 * A projection folds events into documents and indexes. Definitions are pure: they read and write a workspace, nothing
 * else. The runner loads, commits and stores the checkpoint.
 * (`RecipeSearch` is an exception, and documents why.)
 */
import type { EventVersions } from '../../server/core/domain/event-versions.ts';
import type { IndexEntry, ProjectionKey, RangeOptions } from '../read-models/read-model-store.ts';

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
  readonly meta: {
    readonly actor: string;
    readonly at: string;
    readonly schema: number;
    /** Of the command that recorded the event. */
    readonly commandId?: string;
    /** Of the request that the command came from. */
    readonly correlationId?: string;
  };
}

/** An event with a known type, and so with known data. */
export type Projected<Event extends { type: string; data: object }> = Event & ProjectedEvent;

/** The id in the name of an event's stream, `{category}-{id}`. */
export const idOf = ({ stream }: ProjectedEvent): string => stream.slice(stream.indexOf('-') + 1);

/** The part of an index to read: all of it by default, lowest score first. */
export type RangePart = Partial<Pick<RangeOptions, 'direction' | 'limit'>>;

/** The documents and indexes as the previous events left them. */
export interface Workspace {
  /** A document, with this event's own changes. Treat it as frozen; `put` a changed copy. */
  get<T extends object>(collection: string, id: string): T | undefined;
  /** The entries of an index. Call it before this event changes the index. */
  range(index: string, part?: RangePart): readonly IndexEntry[];
  put(collection: string, id: string, value: object): void;
  remove(collection: string, id: string): void;
  index(index: string, member: string, score: number): void;
  unindex(index: string, member: string): void;
  dropIndex(index: string): void;
}

export interface Projection<Event extends ProjectedEvent = ProjectedEvent> extends ProjectionKey {
  /** The event types that it folds. Events are upcast to their current version first. */
  readonly events: EventVersions<Event>;
  /**
   * Deterministic. For a remote store, it may first run without the documents that are not loaded yet: it then reads
   * `undefined` and no entries, its writes are discarded, and it runs again once they are loaded.
   */
  fold(event: Event, workspace: Workspace): void;
}

/** The log filter of a projection: its event types. */
export const filterOf = ({ events }: Projection): { types: string[] } => ({ types: Object.keys(events) });

/** The sort key of a log position: EventStoreDB's positions are byte offsets, below 2^53 up to 9 PB of log. */
export const positionScore = (position: bigint): number => Number(position);
