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

/** The documents and indexes of one generation. */
export interface Held {
  readonly collections: Map<string, Map<string, Slot>>;
  readonly indexes: Map<string, SortedIndex>;
}

/** Each page is read without an `await`, so that no commit comes in between. */
export class MemoryContents implements ReadModelContents {
  readonly #held: () => Held;
  readonly #position: () => bigint | undefined;

  /** @param held other maps after the model has been rebuilt */
  constructor(held: () => Held, position: () => bigint | undefined) {
    this.#held = held;
    this.#position = position;
  }

  async *parts(): AsyncGenerator<readonly Part[], void> {
    yield* this.#fromOneGeneration(function* ({ collections, indexes }): Generator<readonly Part[], void> {
      for (const page of pagesOf(collections)) {
        yield page.filter(([, { size }]) => size > 0).map(([name]) => ({ kind: 'collection', name }));
      }
      for (const page of pagesOf(indexes)) yield page.map(([name]) => ({ kind: 'index', name }));
    });
  }

  /** Whether the part holds something. */
  has({ kind, name }: Part): boolean {
    return kind === 'collection' ? (this.#held().collections.get(name)?.size ?? 0) > 0 : this.#held().indexes.has(name);
  }

  async items({ kind, name }: Part, keys: readonly string[]): Promise<ReadAt<(ItemValue | undefined)[]>> {
    const documents = kind === 'collection' ? this.#held().collections.get(name) : undefined;
    const index = kind === 'index' ? this.#held().indexes.get(name) : undefined;
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
        const index = this.#held().indexes.get(name);
        if (index === undefined) return [];
        return index.count > maxSmallIndex ? undefined : Array.from(index.scores(), toItem);
      }),
    );
  }

  async *scan({ kind, name }: Part): AsyncGenerator<ReadAt<Item[]>, void> {
    const position = this.#position;
    yield* this.#fromOneGeneration(function* ({ collections, indexes }): Generator<ReadAt<Item[]>, void> {
      if (kind === 'index') {
        const scores = indexes.get(name)?.scores() ?? [];
        for (const page of pagesOf(scores)) yield { position: position(), found: page.map(toItem) };
      } else {
        const documents = collections.get(name) ?? [];
        for (const page of pagesOf(documents)) {
          const found = page.map(([key, slot]) => ({ key, value: slot.passingDocument }));
          yield { position: position(), found };
        }
      }
    });
  }

  /** Lists from the beginning again when the model has been rebuilt meanwhile. */
  *#fromOneGeneration<T>(list: (held: Held) => Generator<T, void>): Generator<T, void> {
    for (;;) {
      const held = this.#held();
      for (const page of list(held)) {
        if (held !== this.#held()) break;
        yield page;
      }
      if (held === this.#held()) return;
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
