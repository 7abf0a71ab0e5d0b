/** Everything that a read model holds, for verification. Both adapters pass the contract suite. */
import type { StoredDocument } from './stored-document.ts';

/** A collection of documents, or an index. */
export interface Part {
  readonly kind: 'collection' | 'index';
  readonly name: string;
}

/** A document, or the score of an entry. */
export type ItemValue = StoredDocument | number;

/** A document by its id, or an entry by its member. */
export interface Item {
  readonly key: string;
  readonly value: ItemValue;
}

/** What was read, all of it at one position of the model; undefined before the first commit. */
export interface ReadAt<T> {
  readonly position: bigint | undefined;
  readonly found: T;
}

/** Indexes with more entries are read in pages. */
export const maxSmallIndex = 200;

/** Any call may reject with ReadModelUnavailable, also while the model is being cleared. */
export interface ReadModelContents {
  /** Parts with items, in pages. A part that has items all the time is returned at least once. */
  parts(): AsyncIterable<readonly Part[]>;
  /** The values of the keys, in their order; undefined for each missing one. */
  items(part: Part, keys: readonly string[]): Promise<ReadAt<(ItemValue | undefined)[]>>;
  /** The entries of each index, in any order; undefined for an index with more than `maxSmallIndex`. */
  smallIndexes(names: readonly string[]): Promise<ReadAt<(Item[] | undefined)[]>>;
  /** All items, in pages. An item that is there all the time is returned at least once. */
  scan(part: Part): AsyncIterable<ReadAt<Item[]>>;
}
