import { LRUCache } from 'lru-cache';
import type { Folded } from './aggregate.ts';

/** Maximum total weight: commands and entries of the streams' states, about 150 bytes each. */
const maxWeight = 500_000;
/**
 * A stream counts with at most this weight, so that a heavier one is cached, too: reading it from its start for each
 * command would block everything for a second or more. This is more than half of `maxWeight`, so that at most one such
 * stream is cached: the others then weigh at most 200,000, and the heavy one must fit into memory anyway while one of
 * its commands is carried out.
 */
const maxCountedWeight = 300_000;

/** LRU cache of folded streams, so that a command reads only the events after its last access. */
export class StreamCache {
  readonly #streams = new LRUCache<string, { readonly folded: Folded<unknown>; readonly weight: number }>({
    maxSize: maxWeight,
    sizeCalculation: ({ weight }) => Math.min(weight, maxCountedWeight),
  });

  get(stream: string): Folded<unknown> | undefined {
    return this.#streams.get(stream)?.folded;
  }

  /** Stores a stream again once its weight has changed by an eighth: the cache does not see an entry grow in place. */
  keep(stream: string, folded: Folded<unknown>): void {
    const weight = folded.weight();
    const entry = this.#streams.peek(stream);
    if (entry?.folded === folded && Math.abs(weight - entry.weight) < entry.weight / 8) return;
    this.#streams.set(stream, { folded, weight });
  }

  forgetAll(): void {
    this.#streams.clear();
  }

  forget(stream: string): void {
    this.#streams.delete(stream);
  }
}
