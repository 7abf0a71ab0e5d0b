import { LRUCache } from 'lru-cache';
import type { Folded } from './aggregate.ts';

/** What is kept of all streams: commands and things in their states, about 150 bytes each. */
const maxWeight = 500_000;
/**
 * A stream counts for no more than this, so that a heavier one is kept, too: read from its start for each command, it would
 * hold up everything for a second or more. It is over half, so that no two such are kept: all that is kept beside one of them
 * weighs 200,000 at most, and itself must fit into memory in any case while a command to it is carried out.
 */
const countedAtMost = 300_000;

/** The folded states of the streams that commands went to last, so that a command reads no more than what came since. */
export class KeptStreams {
  readonly #streams = new LRUCache<string, { readonly folded: Folded<unknown>; readonly weighed: number }>({
    maxSize: maxWeight,
    sizeCalculation: ({ weighed }) => Math.min(weighed, countedAtMost),
  });

  get(stream: string): Folded<unknown> | undefined {
    return this.#streams.get(stream)?.folded;
  }

  /** Put in anew once its weight has changed by an eighth: the cache does not see that what it has grows in place. */
  keep(stream: string, folded: Folded<unknown>): void {
    const weighed = folded.weight();
    const kept = this.#streams.peek(stream);
    if (kept?.folded === folded && Math.abs(weighed - kept.weighed) < kept.weighed / 8) return;
    this.#streams.set(stream, { folded, weighed });
  }

  forgetAll(): void {
    this.#streams.clear();
  }

  forget(stream: string): void {
    this.#streams.delete(stream);
  }
}
