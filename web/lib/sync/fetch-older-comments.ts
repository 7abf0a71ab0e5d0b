import type { CommentPage } from '../../../server/core/contracts/community.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import { api } from '../api-client.ts';
import { onLive } from '../live.ts';
import { fetchWhileBuffering } from './fetch-while-buffering.ts';

/** The cached document whose older comments are fetched. */
export interface OlderComments {
  /** Of the API; the cursor is added. */
  readonly path: string;
  /** The cursor in the document. */
  readonly cursorNow: () => string | null;
  /** The ids of the document's comments that a message removes. */
  readonly removedBy: (message: LiveMessage) => readonly string[];
  /** Adds the page before this cursor to the document. */
  readonly add: (page: CommentPage, cursor: string) => void;
}

/** Gives up after this many pages that a refetch of the document has made obsolete. */
const maxFetches = 5;

/**
 * Fetches the page of comments before the document's cursor, without those that are deleted meanwhile. If a refetch of the document
 * changes its cursor meanwhile, fetches the page before the new cursor instead.
 */
export async function fetchOlderComments({ path, cursorNow, removedBy, add }: OlderComments): Promise<CommentPage> {
  let cursor = cursorNow();
  for (let fetches = 0; cursor !== null && fetches < maxFetches; fetches++) {
    const before: string = cursor;
    const query = new URLSearchParams({ cursor: before });
    const { response, buffered } = await fetchWhileBuffering(onLive, () => api.get<CommentPage>(`${path}?${query}`));
    cursor = cursorNow();
    if (cursor !== before) continue;
    const removed = new Set(buffered.flatMap(removedBy));
    const page = { ...response.data, items: response.data.items.filter(({ id }) => !removed.has(id)) };
    add(page, before);
    return page;
  }
  return { items: [], nextCursor: null };
}
