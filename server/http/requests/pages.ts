import { cursorOf, entryOf } from '../../../projections/read-models/cursor.ts';
import type { IndexEntry, RangeOptions, ReadModelReader } from '../../../projections/read-models/read-model-store.ts';
import { invalidCursor } from '../responses/errors.ts';

/** Selects a page: entries of an index after a cursor, highest score first. */
export interface IndexSlice {
  readonly index: string;
  /** `nextCursor` of the previous page; undefined for the first page. */
  readonly cursor: string | undefined;
  readonly limit: number;
}

/** Selects the documents of a page. */
export interface Slice extends IndexSlice {
  /** Collection of the documents whose ids are the index's members. */
  readonly collection: string;
  /** Whether to include a document, by its JSON. Default: all. */
  readonly includes?: ((json: string) => boolean) | undefined;
  /** Whether the reader likes each of these documents; undefined for visitors, and for documents without likes. */
  readonly likedByReader?: ((ids: readonly string[]) => Promise<boolean[]>) | undefined;
}

interface PageOfIds {
  readonly ids: string[];
  readonly nextCursor: string | null;
}

/** @throws HttpError 422 for an invalid cursor */
export const idsOf = async (model: ReadModelReader, slice: IndexSlice): Promise<PageOfIds> =>
  idsIn(await entriesOf(model, slice), slice.limit);

/**
 * A page of documents, assembled from their stored JSON: `{items, nextCursor}`.
 * @throws HttpError 422 for an invalid cursor
 */
export const pageOf = async (model: ReadModelReader, slice: Slice): Promise<string> =>
  pageWith(model, await entriesOf(model, slice), slice);

/** The page with the documents of these entries, of which one more than the limit says that there is a next page. */
export async function pageWith(
  model: ReadModelReader,
  entries: readonly IndexEntry[],
  { collection, limit, includes, likedByReader }: Omit<Slice, 'index'>,
): Promise<string> {
  const { ids, nextCursor } = idsIn(entries, limit);
  const [documents, liked] = await Promise.all([model.getMany(collection, ids), likedByReader?.(ids)]);
  const items = documents.flatMap((document, i) => {
    // A missing document was removed between the two reads.
    if (!document || includes?.(document.json) === false) return [];
    return liked ? withLike(document.json, liked[i] === true) : document.json;
  });
  return `{"items":[${items.join(',')}],"nextCursor":${JSON.stringify(nextCursor)}}`;
}

/** The part of an index from which a page is read. @throws HttpError 422 for an invalid cursor */
export function rangeAfter(cursor: string | undefined): Pick<RangeOptions, 'direction' | 'after'> {
  const after = cursor === undefined ? undefined : entryOf(cursor);
  if (cursor !== undefined && !after) throw invalidCursor();
  return { direction: 'descending', ...(after && { after }) };
}

const entriesOf = (model: ReadModelReader, { index, cursor, limit }: IndexSlice): Promise<IndexEntry[]> =>
  model.range(index, { ...rangeAfter(cursor), limit: limit + 1 });

function idsIn(entries: readonly IndexEntry[], limit: number): PageOfIds {
  const shown = entries.slice(0, limit);
  const last = entries.length > limit ? shown.at(-1) : undefined;
  return { ids: shown.map(({ member }) => member), nextCursor: last ? cursorOf(last) : null };
}

/** A stored document with the reader's own like, added without parsing it. */
export const withLike = (json: string, likedByMe: boolean): string => `${json.slice(0, -1)},"likedByMe":${likedByMe}}`;
