import type { RangePart } from '../definitions/projection.ts';
import type { IndexEntry, ReadModel } from '../read-models/read-model-store.ts';

interface MissingRange extends Required<RangePart> {
  readonly index: string;
}

export type ReadableModel = Pick<ReadModel, 'load' | 'range'>;

/** Receives the loaded documents and ranges. */
export interface LoadedReads {
  addDocument(collection: string, id: string, value: object | undefined): void;
  /** @param complete the index has no entries after these */
  addRange(range: MissingRange, entries: readonly IndexEntry[], complete: boolean): void;
}

/** The documents and ranges that a batch has read but that are not loaded. */
export class MissingReads {
  readonly #documents = new Map<string, Set<string>>();
  readonly #ranges = new Map<string, MissingRange>();

  get any(): boolean {
    return this.#documents.size > 0 || this.#ranges.size > 0;
  }

  addDocument(collection: string, id: string): void {
    const ids = this.#documents.get(collection);
    if (ids === undefined) this.#documents.set(collection, new Set([id]));
    else ids.add(id);
  }

  addRange(range: MissingRange): void {
    const key = rangeKey(range);
    if (range.limit > (this.#ranges.get(key)?.limit ?? 0)) this.#ranges.set(key, range);
  }

  /** Loads everything at once: one call for each collection and range. */
  async load(model: ReadableModel, loaded: LoadedReads): Promise<void> {
    await Promise.all([
      ...[...this.#documents].map(async ([collection, wanted]) => {
        const ids = [...wanted];
        const values = await model.load(collection, ids);
        for (const [n, id] of ids.entries()) loaded.addDocument(collection, id, values[n]);
      }),
      ...[...this.#ranges.values()].map(async (range) => {
        const { index, direction, limit } = range;
        const entries = await model.range(index, { direction, limit });
        loaded.addRange(range, entries, entries.length < limit);
      }),
    ]);
  }
}

export const rangeKey = ({ index, direction }: Omit<MissingRange, 'limit'>): string => `${direction} ${index}`;
