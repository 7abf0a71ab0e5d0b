import { cursorOf, entryOf } from '../../projections/read-models/cursor.ts';
import type { IndexEntry, ReadModelReader, StoredDocument } from '../../projections/read-models/read-model-store.ts';
import { invalid } from './errors.ts';

export interface Slice {
  readonly index: string;
  /** Collection of the documents whose ids are the index's members. */
  readonly collection: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Index of what the reader likes; undefined for a visitor. */
  readonly likedIndex?: string | undefined;
}

/** A page of documents, newest first, put together from their stored JSON. */
export async function pageOf(model: ReadModelReader, slice: Slice): Promise<string> {
  const after = slice.cursor === undefined ? undefined : entryOf(slice.cursor);
  if (slice.cursor !== undefined && !after) throw invalid('This cursor is not from a page before');
  const entries = await model.range(slice.index, {
    limit: slice.limit + 1,
    direction: 'descending',
    ...(after && { after }),
  });
  const shown = entries.slice(0, slice.limit);
  const ids = shown.map(({ member }) => member);
  const [documents, likes] = await Promise.all([
    model.getMany(slice.collection, ids),
    slice.likedIndex === undefined ? undefined : model.scores(slice.likedIndex, ids),
  ]);
  return assemble(documents, likes, entries.length > shown.length ? shown.at(-1) : undefined);
}

function assemble(
  documents: readonly (StoredDocument | undefined)[],
  likes: readonly (number | undefined)[] | undefined,
  last: IndexEntry | undefined,
): string {
  const items = documents.flatMap((document, i) => {
    // One that is missing was removed between the index and the documents.
    if (!document) return [];
    return likes ? withLike(document.json, likes[i] !== undefined) : document.json;
  });
  return `{"items":[${items.join(',')}],"nextCursor":${last ? `"${cursorOf(last)}"` : 'null'}}`;
}

/** A stored post with the reader's own like, added without parsing it. */
export const withLike = (json: string, likedByMe: boolean): string => `${json.slice(0, -1)},"likedByMe":${likedByMe}}`;
