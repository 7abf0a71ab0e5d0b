import { postsModel } from '../../projections/definitions/posts.ts';
import { cursorOf, entryOf } from '../../projections/read-models/cursor.ts';
import type { IndexEntry, ReadModelReader, StoredDocument } from '../../projections/read-models/read-model-store.ts';
import { invalid } from './errors.ts';

export interface Slice {
  readonly index: string;
  /** Collection of the documents whose ids are the index's members. */
  readonly collection: string;
  readonly cursor: string | undefined;
  readonly limit: number;
  /** Leaves a document out that its index lists; without it, all are shown. */
  readonly shows?: ((json: string) => boolean) | undefined;
  /** Says which of the documents the reader likes; undefined for a visitor, or where nothing is liked. */
  readonly likedOf?: ((ids: readonly string[]) => Promise<boolean[]>) | undefined;
}

/** Which of these posts somebody likes. */
export async function likedOf(model: ReadModelReader, uid: string, postIds: readonly string[]): Promise<boolean[]> {
  const scores = await Promise.all(postIds.map((postId) => model.scores(postsModel.likesOf(postId), [uid])));
  return scores.map(([score]) => score !== undefined);
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
  const [documents, liked] = await Promise.all([model.getMany(slice.collection, ids), slice.likedOf?.(ids)]);
  const last = entries.length > shown.length ? shown.at(-1) : undefined;
  return assemble(documents, liked, slice.shows, last);
}

function assemble(
  documents: readonly (StoredDocument | undefined)[],
  liked: readonly boolean[] | undefined,
  shows: Slice['shows'],
  last: IndexEntry | undefined,
): string {
  const items = documents.flatMap((document, i) => {
    // One that is missing was removed between the index and the documents.
    if (!document || shows?.(document.json) === false) return [];
    return liked ? withLike(document.json, liked[i] === true) : document.json;
  });
  return `{"items":[${items.join(',')}],"nextCursor":${last ? `"${cursorOf(last)}"` : 'null'}}`;
}

/** A stored post with the reader's own like, added without parsing it. */
export const withLike = (json: string, likedByMe: boolean): string => `${json.slice(0, -1)},"likedByMe":${likedByMe}}`;
