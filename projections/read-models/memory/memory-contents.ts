import {
  type Item,
  type ItemValue,
  maxSmallIndex,
  type Part,
  type ReadAt,
  type ReadModelContents,
} from '../contents.ts';
import type { Slot } from './memory-document.ts';
import type { SortedIndex } from './sorted-index.ts';

const pageSize = 500;

/** Each page is read without an `await`, so that no commit comes in between. */
export class MemoryContents implements ReadModelContents {
  readonly #collections: ReadonlyMap<string, ReadonlyMap<string, Slot>>;
  readonly #indexes: ReadonlyMap<string, SortedIndex>;
  readonly #position: () => bigint | undefined;

  constructor(
    collections: ReadonlyMap<string, ReadonlyMap<string, Slot>>,
    indexes: ReadonlyMap<string, SortedIndex>,
    position: () => bigint | undefined,
  ) {
    this.#collections = collections;
    this.#indexes = indexes;
    this.#position = position;
  }

  async *parts(): AsyncGenerator<readonly Part[], void> {
    for (const page of pagesOf(this.#collections)) {
      yield page.filter(([, { size }]) => size > 0).map(([name]) => ({ kind: 'collection', name }));
    }
    for (const page of pagesOf(this.#indexes)) yield page.map(([name]) => ({ kind: 'index', name }));
  }

  /** Whether the part holds something. */
  has({ kind, name }: Part): boolean {
    return kind === 'collection' ? (this.#collections.get(name)?.size ?? 0) > 0 : this.#indexes.has(name);
  }

  async items({ kind, name }: Part, keys: readonly string[]): Promise<ReadAt<(ItemValue | undefined)[]>> {
    const documents = kind === 'collection' ? this.#collections.get(name) : undefined;
    const index = kind === 'index' ? this.#indexes.get(name) : undefined;
    return this.#at(
      keys.map((key) => {
        const slot = documents?.get(key);
        return slot === undefined ? index?.score(key) : slot.passingDocument;
      }),
    );
  }

  async smallIndexes(names: readonly string[]): Promise<ReadAt<(Item[] | undefined)[]>> {
    return this.#at(
      names.map((name) => {
        const index = this.#indexes.get(name);
        if (index === undefined) return [];
        return index.count > maxSmallIndex ? undefined : Array.from(index.scores(), toItem);
      }),
    );
  }

  async *scan({ kind, name }: Part): AsyncGenerator<ReadAt<Item[]>, void> {
    if (kind === 'index') {
      const scores = this.#indexes.get(name)?.scores() ?? [];
      for (const page of pagesOf(scores)) yield this.#at(page.map(toItem));
    } else {
      const documents = this.#collections.get(name) ?? [];
      for (const page of pagesOf(documents)) {
        yield this.#at(page.map(([key, slot]) => ({ key, value: slot.passingDocument })));
      }
    }
  }

  #at<T>(found: T): ReadAt<T> {
    return { position: this.#position(), found };
  }
}

const toItem = ([key, value]: [string, number]): Item => ({ key, value });

/** A map's iteration includes what is added meanwhile and skips what is removed. */
function* pagesOf<V>(entries: Iterable<[string, V]>): Generator<[string, V][], void> {
  let page: [string, V][] = [];
  for (const entry of entries) {
    page.push(entry);
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
