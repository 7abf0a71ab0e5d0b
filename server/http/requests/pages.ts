import { cursorOf, entryOf } from '../../../projections/read-models/cursor.ts';
import type { IndexEntry, ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { invalidCursor } from '../responses/errors.ts';

/** Selects the documents of a page: entries of an index after a cursor. */
export interface Slice {
  readonly index: string;
  /** Collection of the documents whose ids are the index's members. */
  readonly collection: string;
  /** `nextCursor` of the previous page; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Whether to include a document, by its JSON. Default: all. */
  readonly includes?: ((json: string) => boolean) | undefined;
  /** Whether the reader likes each of these documents; undefined for visitors, and for documents without likes. */
  readonly likedByReader?: ((ids: readonly string[]) => Promise<boolean[]>) | undefined;
}

/**
 * A page of documents, highest score first, assembled from their stored JSON: `{items, nextCursor}`.
 * @throws HttpError 422 for an invalid cursor
 */
export async function pageOf(model: ReadModelReader, slice: Slice): Promise<string> {
  const after = slice.cursor === undefined ? undefined : entryOf(slice.cursor);
  if (slice.cursor !== undefined && !after) throw invalidCursor();
  const entries = await model.range(slice.index, {
    limit: slice.limit + 1,
    direction: 'descending',
    ...(after && { after }),
  });
  return pageWith(model, entries, slice);
}

/** The page with the documents of these entries, of which one more than the limit says that there is a next page. */
export async function pageWith(
  model: ReadModelReader,
  entries: readonly IndexEntry[],
  { collection, limit, includes, likedByReader }: Omit<Slice, 'index'>,
): Promise<string> {
  const shown = entries.slice(0, limit);
  const ids = shown.map(({ member }) => member);
  const [documents, liked] = await Promise.all([model.getMany(collection, ids), likedByReader?.(ids)]);
  const last = entries.length > shown.length ? shown.at(-1) : undefined;
  const items = documents.flatMap((document, i) => {
    // A missing document was removed between the two reads.
    if (!document || includes?.(document.json) === false) return [];
    return liked ? withLike(document.json, liked[i] === true) : document.json;
  });
  return `{"items":[${items.join(',')}],"nextCursor":${last ? `"${cursorOf(last)}"` : 'null'}}`;
}

/** A stored document with the reader's own like, added without parsing it. */
export const withLike = (json: string, likedByMe: boolean): string => `${json.slice(0, -1)},"likedByMe":${likedByMe}}`;
