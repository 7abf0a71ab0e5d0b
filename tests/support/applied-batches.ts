/** Batches of events of a post or a list, as a projection runner reports them. */
import type { ProjectedEvent } from '../../projections/definitions/projection.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import type { Post } from '../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import type { Addressed } from '../../server/live/rooms.ts';
import { countRevisions } from './revisions.ts';

export const postId = '0b6f1e5a-0000-7000-8000-000000000001';
export const listId = '0b6f1e5a-0000-7000-8000-00000000000a';
export const post: Post = {
  id: postId,
  revision: '7',
  title: 'Dumplings',
  type: 'text',
  content: 'Fold them twice.',
  authorId: 'mia',
  authorName: 'Mia',
  createdAt: '2026-11-20T10:00:00.000Z',
  likeCount: 2,
  commentCount: 0,
  comments: [],
  olderCommentsCursor: null,
};

export type GivenEvent = [stream: string, type: string, data: object, actor?: string | undefined];

/** Events with consecutive positions from `first` on, one second apart. */
export function eventsOf(first: number, given: readonly GivenEvent[]): ProjectedEvent[] {
  const revisionIn = countRevisions();
  return given.map(([stream, type, data, actor = 'mia'], i) => ({
    stream,
    type,
    data,
    revision: revisionIn(stream),
    position: BigInt(first + i),
    meta: { actor, at: new Date(Date.UTC(2026, 10, 20, 10, 0, first + i)).toISOString(), schema: 1 },
  }));
}

/**
 * What a runner publishes after it has committed these events.
 * @param documents the documents after the fold, by `collection/id`
 * @param removed entries that were removed from an index, by `index/member`
 */
export function batch(
  projection: string,
  events: readonly ProjectedEvent[],
  documents: Record<string, object>,
  removed: readonly string[] = [],
): Applied {
  function document<T extends object>(collection: string, id: string): T | undefined;
  function document(collection: string, id: string): object | undefined {
    return documents[`${collection}/${id}`];
  }
  function documentsIn<T extends object>(collection: string): ReadonlyMap<string, T>;
  function documentsIn(collection: string): ReadonlyMap<string, object> {
    const prefix = `${collection}/`;
    const found = Object.entries(documents).filter(([name]) => name.startsWith(prefix));
    return new Map(found.map(([name, value]) => [name.slice(prefix.length), value]));
  }
  return {
    projection,
    position: events.at(-1)?.position ?? 0n,
    superseded: false,
    events,
    document,
    documentsIn,
    removedFromIndex: (index, member) => removed.includes(`${index}/${member}`),
  };
}

export const onPost = (type: string, data: object = {}, actor?: string): GivenEvent => [
  `post-${postId}`,
  type,
  data,
  actor,
];
export const onList = (type: string, data: object = {}): GivenEvent => [`groceryList-${listId}`, type, data];

export const messagesOf = (addressed: readonly Addressed[]): LiveMessage[] => addressed.map(({ message }) => message);
