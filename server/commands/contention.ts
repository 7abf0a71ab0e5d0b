import { LRUCache } from 'lru-cache';

/** A stream counts as contended for this long after a lost race. */
const contendedMs = 1_000;
const maxStreams = 1_000;
/** About as long as a few appends, so that another node can read and append in between. */
const maxGatherMs = 5;
/** A node that appends without a pause wins each race, and so does not know of the others: it pauses to let them go first. */
const maxBusyMs = 20;
const letOthersMs = 4;

/** Which streams other nodes write to, as far as this one has lost races to them lately. */
export class Contention {
  readonly #hasOtherWriters: boolean;
  readonly #streams = new LRUCache<string, true>({ max: maxStreams, ttl: contendedMs });

  /** @param hasOtherWriters whether other processes may append to the log */
  constructor(hasOtherWriters: boolean) {
    this.#hasOtherWriters = hasOtherWriters;
  }

  lostRace(stream: string): void {
    this.#streams.set(stream, true);
  }

  has(stream: string): boolean {
    return this.#streams.has(stream);
  }

  /**
   * For how long commands of a stream are gathered before they are appended, in ms: on a contended stream for a random time,
   * since the others have to read the winner's events before they append.
   * @param busyMs for how long this node has appended to the stream without a pause
   */
  gatherMs(stream: string, busyMs: number): number {
    if (this.has(stream)) return Math.random() * maxGatherMs;
    return this.#hasOtherWriters && busyMs > maxBusyMs ? letOthersMs : 0;
  }
}
