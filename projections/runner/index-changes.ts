import { compareEntries } from '../read-models/entry-order.ts';
import type { IndexEntry, Write } from '../read-models/read-model-store.ts';

export type Direction = 'ascending' | 'descending';

/** A range of an index as the store held it when the batch began. */
export interface StoredRange {
  readonly entries: readonly IndexEntry[];
  /** The index has no entries after these. */
  readonly complete: boolean;
}

/** A batch's changes to one index, and their effect on a range. */
export class IndexChanges {
  readonly #index: string;
  readonly #scores = new Map<string, number | undefined>();
  #dropped = false;

  constructor(index: string) {
    this.#index = index;
  }

  /** @param score undefined to remove the member */
  set(member: string, score: number | undefined): void {
    this.#scores.set(member, score);
  }

  drop(): void {
    this.#dropped = true;
    this.#scores.clear();
  }

  /**
   * The first `limit` entries of the changed index; undefined when the stored range is too short to determine them.
   */
  applyTo({ entries, complete }: StoredRange, direction: Direction, limit: number): IndexEntry[] | undefined {
    const order = direction === 'ascending' ? compareEntries : (a: IndexEntry, b: IndexEntry) => compareEntries(b, a);
    const isWhole = complete || this.#dropped;
    const merged = this.#dropped ? [] : entries.filter(({ member }) => !this.#scores.has(member));
    for (const [member, score] of this.#scores) if (score !== undefined) merged.push({ member, score });
    merged.sort(order);
    if (isWhole) return merged.slice(0, limit);
    // Beyond the last entry read, the store may hold entries that were not read.
    const last = entries.at(-1);
    const certain = last === undefined ? [] : merged.filter((entry) => order(entry, last) <= 0);
    return certain.length >= limit ? certain.slice(0, limit) : undefined;
  }

  appendWrites(writes: Write[]): void {
    if (this.#dropped) writes.push({ kind: 'dropIndex', index: this.#index });
    for (const [member, score] of this.#scores) {
      writes.push(
        score === undefined
          ? { kind: 'unindex', index: this.#index, member }
          : { kind: 'index', index: this.#index, member, score },
      );
    }
  }
}
