import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import type * as Extended from 'sorted-btree/extended/bulkLoad';
import { compareEntries } from '../entry-order.ts';
import type { IndexEntry, RangeOptions } from '../read-model-store.ts';
import { StoredText } from './stored-text.ts';

// The package is CommonJS with ES exports, which Node's `import` and bundlers unwrap differently.
const { bulkLoad }: typeof Extended = createRequire(import.meta.url)('sorted-btree/extended/bulkLoad');
const nodeSize = 128;

/** Up to here a range is sorted when it is asked for. */
const few = 32;
/** From here on the order is kept even if nobody has asked for it yet, lest the first reader wait for it. */
const many = 10_000;
/** So many entries are noted before they go into the map together; where the map has more, as many as it has. */
const fewSet = 64;

/** Member, score, member, score and so on as JSON, in the order of the index. */
export interface StoredEntries {
  readonly text: StoredText;
  readonly count: number;
}

/**
 * Members by score: a map for the scores, and a B+ tree for the order. Most indexes of a rebuild are never read: of one
 * person, of one post. So the map is made when somebody asks, the tree when the order is needed; until then what is set
 * is only noted. Then a page costs O(log n + limit), a score O(1).
 */
export class SortedIndex {
  /** Entries as a snapshot has them, in order, until somebody asks for one. */
  #stored: StoredEntries | undefined;
  /** Member, score, member, score and so on, as they were set. */
  #noted: (string | number)[] = [];
  #known: Map<string, number> | undefined;
  #order: SortedBtree.default<IndexEntry, undefined> | undefined;

  /** As `stored` gave it. */
  static restored(stored: StoredEntries): SortedIndex {
    const index = new SortedIndex();
    index.#stored = stored;
    if (stored.count >= many) index.#order = index.#sort();
    return index;
  }

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

  /** For a snapshot. */
  get stored(): StoredEntries {
    if (this.#stored !== undefined && this.#noted.length === 0) return this.#stored;
    const flat = this.#sorted().flatMap(({ member, score }) => [member, score]);
    return { text: StoredText.of(JSON.stringify(flat)), count: flat.length / 2 };
  }

  get #scores(): Map<string, number> {
    this.#known ??= new Map();
    if (this.#stored !== undefined) {
      const stored: (string | number)[] = JSON.parse(this.#stored.text.text);
      this.#stored = undefined;
      setAll(this.#known, stored);
    }
    if (this.#noted.length > 0) {
      setAll(this.#known, this.#noted);
      this.#noted = [];
    }
    return this.#known;
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
  for (let place = 0; place < flat.length; place += 2) {
    const member = flat[place];
    const score = flat[place + 1];
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
