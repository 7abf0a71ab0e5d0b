import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import { compareEntries } from '../entry-order.ts';
import type { IndexEntry, RangeOptions } from '../read-model-store.ts';

// The package is CommonJS with an ES default export, which Node's `import` and bundlers unwrap differently.
const { default: BTree }: typeof SortedBtree = createRequire(import.meta.url)('sorted-btree');

/** Up to here a range is sorted when it is asked for. */
const few = 32;
/** From here on the order is kept even if nobody has asked for it yet, lest the first reader wait for it. */
const many = 10_000;

/**
 * Members by score: a map for the scores, and a B+ tree for the order once it is needed. Most indexes of a rebuild are
 * never read in order: of one person, of one post. Then a page costs O(log n + limit), a score O(1).
 */
export class SortedIndex {
  readonly #scores = new Map<string, number>();
  #order: SortedBtree.default<IndexEntry, undefined> | undefined;

  get count(): number {
    return this.#scores.size;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  set(member: string, score: number): void {
    if (this.#order === undefined) {
      this.#scores.set(member, score);
      if (this.#scores.size >= many) this.#order = this.#sort();
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
    if (this.#order === undefined && this.#scores.size <= few) return this.#sortedRange(options);
    this.#order ??= this.#sort();
    return readTree(this.#order, options);
  }

  #sort(): SortedBtree.default<IndexEntry, undefined> {
    const order = new BTree<IndexEntry, undefined>(undefined, compareEntries, 128);
    for (const [member, score] of this.#scores) order.set({ member, score }, undefined);
    return order;
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
