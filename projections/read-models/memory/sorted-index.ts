import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import type * as Extended from 'sorted-btree/extended/bulkLoad';
import { compareEntries } from '../entry-order.ts';
import type { IndexEntry, RangeOptions } from '../read-model-store.ts';
import { StoredText } from './stored-text.ts';

// The package is CommonJS with ES exports, which Node's `import` and bundlers unwrap differently.
const { bulkLoad }: typeof Extended = createRequire(import.meta.url)('sorted-btree/extended/bulkLoad');
const nodeSize = 128;

/** Up to this size a range is sorted on each read. */
const maxUnordered = 32;
/** From this size the tree is built before the first read, so that no reader waits for it. */
const minEagerTree = 10_000;
/** Flush the buffer after max(64, map size) writes. */
const minFlush = 64;

/** Alternating members and scores as JSON, in index order. */
export interface StoredEntries {
  readonly text: StoredText;
  readonly count: number;
}

/**
 * Members by score: a map for the scores and a B+ tree for the order. Most indexes of a rebuild, such as those of one
 * user or one post, are never read. So writes are buffered, the map is built on the first read, and the tree when a
 * read needs the order. Then a page costs O(log n + limit), a score O(1).
 */
export class SortedIndex {
  /** Sorted entries of a snapshot, until the first read. */
  #stored: StoredEntries | undefined;
  /** Alternating members and scores, in write order. */
  #buffered: (string | number)[] = [];
  #scoreMap: Map<string, number> | undefined;
  #order: SortedBtree.default<IndexEntry, undefined> | undefined;

  /** Restores the value of `stored`. */
  static restored(stored: StoredEntries): SortedIndex {
    const index = new SortedIndex();
    index.#stored = stored;
    if (stored.count >= minEagerTree) index.#order = index.#sort();
    return index;
  }

  get count(): number {
    return this.#scores.size;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  /** In any order. The iteration includes members that are added meanwhile. */
  scores(): MapIterator<[string, number]> {
    return this.#scores.entries();
  }

  set(member: string, score: number): void {
    if (this.#order === undefined) {
      this.#buffered.push(member, score);
      if (this.#buffered.length <= 2 * Math.max(minFlush, this.#scoreMap?.size ?? 0)) return;
      if (this.#scores.size >= minEagerTree) this.#order = this.#sort();
      return;
    }
    const old = this.#scores.get(member);
    if (old === score) return;
    if (old !== undefined) this.#order.delete({ member, score: old });
    this.#scores.set(member, score);
    this.#order.set({ member, score }, undefined);
  }

  delete(member: string): void {
    const old = this.#scores.get(member);
    if (old === undefined) return;
    this.#scores.delete(member);
    this.#order?.delete({ member, score: old });
  }

  range(options: RangeOptions): IndexEntry[] {
    if (options.limit <= 0) return [];
    if (this.#order === undefined && this.#scores.size <= maxUnordered) return this.#sortedRange(options);
    this.#order ??= this.#sort();
    return readTree(this.#order, options);
  }

  /** The entries, for a snapshot. */
  get stored(): StoredEntries {
    if (this.#stored !== undefined && this.#buffered.length === 0) return this.#stored;
    const flat = this.#sorted().flatMap(({ member, score }) => [member, score]);
    return { text: StoredText.of(JSON.stringify(flat)), count: flat.length / 2 };
  }

  get #scores(): Map<string, number> {
    this.#scoreMap ??= new Map();
    if (this.#stored !== undefined) {
      const stored: (string | number)[] = JSON.parse(this.#stored.text.text);
      this.#stored = undefined;
      setAll(this.#scoreMap, stored);
    }
    if (this.#buffered.length > 0) {
      setAll(this.#scoreMap, this.#buffered);
      this.#buffered = [];
    }
    return this.#scoreMap;
  }

  #sort(): SortedBtree.default<IndexEntry, undefined> {
    const entries = this.#sorted();
    return bulkLoad<IndexEntry, undefined>(entries, new Array(entries.length), nodeSize, compareEntries);
  }

  #sorted(): IndexEntry[] {
    return Array.from(this.#scores, ([member, score]) => ({ member, score })).sort(compareEntries);
  }

  #sortedRange({ after, limit, direction }: RangeOptions): IndexEntry[] {
    const sign = direction === 'ascending' ? 1 : -1;
    const entries: IndexEntry[] = [];
    for (const [member, score] of this.#scores) {
      const entry = { member, score };
      if (after === undefined || sign * compareEntries(entry, after) > 0) entries.push(entry);
    }
    return entries.sort((a, b) => sign * compareEntries(a, b)).slice(0, limit);
  }
}

function setAll(scores: Map<string, number>, flat: readonly (string | number)[]): void {
  for (let i = 0; i < flat.length; i += 2) {
    const member = flat[i];
    const score = flat[i + 1];
    if (typeof member === 'string' && typeof score === 'number') scores.set(member, score);
  }
}

function readTree(
  order: SortedBtree.default<IndexEntry, undefined>,
  { after, limit, direction }: RangeOptions,
): IndexEntry[] {
  const found: IndexEntry[] = [];
  const pair: (IndexEntry | undefined)[] = [];
  const entries = direction === 'ascending' ? order.entries(after, pair) : order.entriesReversed(after, pair, true);
  for (const [entry] of entries) {
    if (after !== undefined && compareEntries(entry, after) === 0) continue;
    found.push(entry);
    if (found.length >= limit) break;
  }
  return found;
}
