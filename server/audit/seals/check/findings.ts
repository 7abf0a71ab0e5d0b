import type { IndexEntry } from '../event-index.ts';

/** What contradicts the seals. `leaf`: number of the sealed event, from 0. */
export type Finding =
  | EventFinding
  /** The files of the seals are damaged; the log may be intact. */
  | { readonly kind: 'tile'; readonly path: string; readonly message: string }
  | { readonly kind: 'checkpoint'; readonly size: number | undefined; readonly message: string };

export interface EventFinding {
  readonly kind: 'changed' | 'redated' | 'removed' | 'inserted' | 'reordered' | 'unreadable';
  readonly leaf?: number;
  /** In the log as it is; of a removed event, as it was. */
  readonly position?: bigint;
  readonly stream?: string;
  readonly revision?: bigint;
  readonly message: string;
}

export type Place = Pick<EventFinding, 'leaf' | 'position' | 'stream' | 'revision'>;

/** Names an event as exactly as is known. */
export function nameOf({ leaf, position, stream, revision }: Place): string {
  const names = [
    ...(stream === undefined ? [] : [stream]),
    ...(revision === undefined ? [] : [`revision ${revision}`]),
    ...(leaf === undefined ? [] : [`leaf ${leaf}`]),
  ];
  const event = position === undefined ? 'The event' : `The event at position ${position}`;
  return names.length === 0 ? event : `${event} (${names.join(', ')})`;
}

/** The time that the index has of an event, as text. */
export const timeOf = ({ atMs }: IndexEntry): string | undefined =>
  Number.isNaN(atMs) ? undefined : new Date(atMs).toISOString();
