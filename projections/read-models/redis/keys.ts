import type { Part } from '../contents.ts';
import { type ProjectionKey, versionedName } from '../read-model-store.ts';
import { databaseOf, type RedisClient } from './connection.ts';
import { channelIn } from './redis-url.ts';

/**
 * The key names of one generation of a projection. The hash tag in braces puts those of all its generations in one cluster
 * slot, so that one script may access them.
 */
export class ProjectionKeys {
  /** Undefined for the first one. */
  readonly generation: string | undefined;
  /** The generation that readers get; no such key while it is the first one. */
  readonly live: string;
  /** A set of the further generations that have been begun and not been removed. */
  readonly generations: string;
  readonly checkpoint: string;
  /** A set of all collection and index keys, for clearing. */
  readonly registry: string;
  /** The last build from nothing, if any: the position that it must reach, and when it began, in µs by the clock of Redis. */
  readonly build: string;
  /** Where and why the read model is stale, if it is. */
  readonly stale: string;
  /** When a process last marked this version as used, in ms since the epoch. */
  readonly used: string;
  readonly #channel: string;
  readonly #prefix: string;

  constructor(projection: ProjectionKey) {
    const { name, version, generation } = projection;
    const shared = `potluck:{${versionedName({ name, version })}}:`;
    this.generation = generation;
    this.live = `${shared}live`;
    this.generations = `${shared}generations`;
    this.#prefix = generation === undefined ? shared : `${shared}generation:${generation}:`;
    this.checkpoint = `${this.#prefix}checkpoint`;
    this.registry = `${this.#prefix}keys`;
    this.build = `${shared}build`;
    this.stale = `${shared}stale`;
    this.used = `${shared}used`;
    this.#channel = `${shared}reached`;
  }

  /** The channel on which commits to the live generation publish their position. */
  channel(client: RedisClient): string {
    return channelIn(databaseOf(client), this.#channel);
  }

  /** A hash: id → position, line feed, JSON. */
  collection(name: string): string {
    return `${this.#prefix}documents:${name}`;
  }

  /** A sorted set. */
  index(name: string): string {
    return `${this.#prefix}index:${name}`;
  }

  /**
   * Matches all keys of the generation, and for the first one also those of others, which `partOf` leaves out. The
   * characters of its name have no special meaning in a pattern.
   */
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
