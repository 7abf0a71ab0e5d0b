import type { AccessEvent } from '../../server/core/domain/access/events.ts';
import { accessEvents } from '../../server/core/domain/access/upcast.ts';
import { idOf, type Projected, type Projection, positionScore } from './projection.ts';

/** The collection of accesses, and the index of those to the data of one user, sorted by log position. */
export const accessesModel = {
  accesses: 'accesses',
  accessesTo: (uid: string): string => `accesses-to:${uid}`,
} as const;

const { accesses, accessesTo } = accessesModel;

export interface AccessDocument {
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The operator's uid. */
  readonly by: string;
  readonly what: string;
  readonly why: string;
}

/** Collection `accesses`: an `AccessDocument` by operator and revision. */
export const accessesProjection: Projection<Projected<AccessEvent>> = {
  name: 'accesses',
  version: 1,
  events: accessEvents,
  fold(event, workspace) {
    const { what, whose, why } = event.data;
    const by = idOf(event);
    const id = `${by}:${event.revision}`;
    workspace.put(accesses, id, { at: event.meta.at, by, what, why } satisfies AccessDocument);
    workspace.index(accessesTo(whose), id, positionScore(event.position));
  },
};
