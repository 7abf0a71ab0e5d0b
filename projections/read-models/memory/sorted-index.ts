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
/** So many entries may be set before they are looked up by member, or as many again as there are. */
const fewSet = 64;

/**
 * Members by score: a map for the scores, and a B+ tree for the order. Most indexes of a rebuild are never read: of one
 * person, of one post. So the map is made when somebody asks, the tree when the order is needed; until then what is set
 * is only noted. Then a page costs O(log n + limit), a score O(1).
 */
export class SortedIndex {
  /** Member, score, member, score and so on, as they were set. */
  readonly #noted: (string | number)[] = [];
  #known: Map<string, number> | undefined;
  #order: SortedBtree.default<IndexEntry, undefined> | undefined;

  get count(): number {
    return this.#scores.size;
  }

  score(member: string): number | undefined {
    return this.#scores.get(member);
  }

  set(member: string, score: number): void {
    if (this.#order === undefined) {
      this.#noted.push(member, score);
      if (this.#noted.length <= 2 * Math.max(fewSet, this.#known?.size ?? 0)) return;
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

  get #scores(): Map<string, number> {
    this.#known ??= new Map();
    for (let place = 0; place < this.#noted.length; place += 2) {
      const member = this.#noted[place];
      const score = this.#noted[place + 1];
      if (typeof member === 'string' && typeof score === 'number') this.#known.set(member, score);
    }
    this.#noted.length = 0;
    return this.#known;
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
