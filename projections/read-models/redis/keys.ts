import { type ProjectionKey, versionedName } from '../read-model-store.ts';

/**
 * The names of one projection's keys. What is in braces decides the slot of a cluster, so that all of them lie in one
 * and a script may touch them together.
 */
export class ProjectionKeys {
  readonly checkpoint: string;
  /** A set of every collection and index key there is, for clearing. */
  readonly registry: string;
  /** When a process last said that it uses this version, in ms since the epoch. */
  readonly used: string;
  /** Where commits say the position that they reached. */
  readonly channel: string;
  readonly #prefix: string;

  constructor(projection: ProjectionKey) {
    this.#prefix = `potluck:{${versionedName(projection)}}:`;
    this.checkpoint = `${this.#prefix}checkpoint`;
    this.registry = `${this.#prefix}keys`;
    this.used = `${this.#prefix}used`;
    this.channel = `${this.#prefix}reached`;
  }

  /** A hash: id → position, line feed, JSON. */
  collection(name: string): string {
    return `${this.#prefix}documents:${name}`;
  }

  /** A sorted set. */
  index(name: string): string {
    return `${this.#prefix}index:${name}`;
  }
}
