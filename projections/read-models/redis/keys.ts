import type { Part } from '../contents.ts';
import { type ProjectionKey, versionedName } from '../read-model-store.ts';

/**
 * The key names of one projection. The hash tag in braces puts them all in one cluster slot, so that one script may
 * access them.
 */
export class ProjectionKeys {
  readonly checkpoint: string;
  /** A set of all collection and index keys, for clearing. */
  readonly registry: string;
  /** When a process last marked this version as used, in ms since the epoch. */
  readonly used: string;
  /** The channel on which commits publish their position. */
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

  /** Matches all keys of the projection; the characters of its name have no special meaning in a pattern. */
  get pattern(): string {
    return `${this.#prefix}*`;
  }

  key({ kind, name }: Part): string {
    return kind === 'collection' ? this.collection(name) : this.index(name);
  }

  /** The reverse of `key`; undefined for the other keys of the projection. */
  partOf(key: string): Part | undefined {
    for (const kind of ['collection', 'index'] as const) {
      const start = this.key({ kind, name: '' });
      if (key.startsWith(start)) return { kind, name: key.slice(start.length) };
    }
    return undefined;
  }
}
