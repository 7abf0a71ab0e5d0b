import {
  type DocumentWithProgress,
  type IndexEntry,
  type Progress,
  type ProjectionKey,
  type RangeOptions,
  ReadModelNotBuilt,
  type ReadModelReader,
  type StoredDocument,
} from '../read-model-store.ts';
import { awaitReply, type RedisClient } from './connection.ts';
import type { GenerationSource } from './generations.ts';
import type { ProjectionKeys } from './keys.ts';
import type { KnownProgress } from './known-progress.ts';
import { parsePosition } from './position.ts';
import { entriesOf, rangeReading } from './range-script.ts';
import { commandScript, NotBuilt, type Reading, ReadScript } from './read-script.ts';
import type { RedisTarget } from './redis-url.ts';
import { parseStale } from './stale.ts';

/** Returns the checkpoint, the build, and where the model is stale. */
const progressScript = new ReadScript('return { found[2], found[3], found[4] }');

/** The same, and a document of the given collection. */
const documentScript = new ReadScript("return { found[2], found[3], found[4], redis.call('HGET', KEYS[6], ARGV[4]) }");

export interface ReaderOptions {
  readonly projection: ProjectionKey;
  readonly source: GenerationSource;
  readonly client: RedisClient;
  readonly target: RedisTarget;
  readonly waitFor: ReadModelReader['waitFor'];
  /** If given, every read throws ReadModelNotBuilt when the model has less. */
  readonly known?: KnownProgress;
}

/** Reads documents and indexes, each call in one round trip. */
export class RedisReader implements ReadModelReader {
  readonly #options: ReaderOptions;

  constructor(options: ReaderOptions) {
    this.#options = options;
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return decode(
      await this.#read(commandScript, (keys) => ({ keys: [keys.collection(collection)], args: ['HGET', id] })),
    );
  }

  async getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    if (ids.length === 0) return [];
    const args = ['HMGET', ...ids];
    const found = await this.#read(commandScript, (keys) => ({ keys: [keys.collection(collection)], args }));
    return Array.isArray(found) ? found.map(decode) : [];
  }

  async range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    if (options.limit <= 0) return [];
    const { script, args } = rangeReading(options);
    return entriesOf(await this.#read(script, (keys) => ({ keys: [keys.index(index)], args })));
  }

  async scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    if (members.length === 0) return [];
    const args = ['ZMSCORE', ...members];
    const found = await this.#read(commandScript, (keys) => ({ keys: [keys.index(index)], args }));
    return Array.isArray(found) ? found.map((score) => (score === null ? undefined : Number(score))) : [];
  }

  async position(): Promise<bigint | undefined> {
    return (await this.progress()).position;
  }

  async progress(): Promise<Progress> {
    return this.#progressIn(await this.#read(progressScript, () => ({ keys: [], args: [] })));
  }

  async getWithProgress(collection: string, id: string): Promise<DocumentWithProgress> {
    const found = await this.#read(documentScript, (keys) => ({ keys: [keys.collection(collection)], args: [id] }));
    return { document: decode(Array.isArray(found) ? found[3] : undefined), progress: this.#progressIn(found) };
  }

  #progressIn(found: unknown): Progress {
    const [checkpoint = null, build, stale = null] = Array.isArray(found) ? found.slice(0, 3).map(textOf) : [];
    const position = parsePosition(checkpoint);
    this.#options.known?.served(position, build ?? '');
    return { position, stale: parseStale(stale, position) };
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    return this.#options.waitFor(position, timeoutMs);
  }

  /** The reply has texts as buffers. */
  async #read(script: ReadScript, readingFor: (keys: ProjectionKeys) => Omit<Reading, 'known'>): Promise<unknown> {
    const { projection, source, client, target, known } = this.#options;
    try {
      return await source.read(client, script, (keys) => ({ ...readingFor(keys), known }));
    } catch (error) {
      if (error instanceof NotBuilt) throw new ReadModelNotBuilt(projection, { cause: error });
      return awaitReply(target, Promise.reject(error));
    }
  }
}

const textOf = (value: unknown): string | null => (Buffer.isBuffer(value) ? value.toString() : null);

/** A stored document is its position, a line feed and its JSON: see `encodeWrites`. */
export const lineFeed = 0x0a;

function decode(stored: unknown): StoredDocument | undefined {
  if (!Buffer.isBuffer(stored)) return undefined;
  const end = stored.indexOf(lineFeed);
  return { json: stored.toString('utf8', end + 1), position: BigInt(stored.toString('latin1', 0, end)) };
}
