import { randomUUID } from 'node:crypto';
import { PositionWaits } from '../position-waits.ts';
import {
  type Checkpoint,
  CheckpointConflict,
  type IndexEntry,
  type ProjectionKey,
  type RangeOptions,
  type ReadModel,
  type StoredDocument,
  type Write,
} from '../read-model-store.ts';
import type { CheckpointNews } from './checkpoint-news.ts';
import { beginClearing, clearing, clearKeys } from './clear.ts';
import { commitScript, encodeWrites } from './commit-script.ts';
import { answer, type RedisClient } from './connection.ts';
import { ProjectionKeys } from './keys.ts';
import { checkpointIn, committerIn, positionIn } from './position.ts';
import { readRange } from './range-script.ts';
import type { RedisTarget } from './redis-url.ts';

export interface RedisConnections {
  readonly target: RedisTarget;
  readonly reader: RedisClient;
  /** Its own, so that a large commit on its way does not hold up the reads. */
  readonly writer: RedisClient;
  readonly news: CheckpointNews;
}

/** One projection in Redis. */
export class RedisReadModel implements ReadModel {
  readonly #projection: ProjectionKey;
  readonly #keys: ProjectionKeys;
  readonly #connections: RedisConnections;
  readonly #waits = new PositionWaits({ onTick: () => void this.#look() });
  /** Distinguishes this committer's checkpoint from another's at the same position. */
  readonly #token = randomUUID();
  #looking = false;

  constructor(projection: ProjectionKey, connections: RedisConnections) {
    this.#projection = projection;
    this.#keys = new ProjectionKeys(projection);
    this.#connections = connections;
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    const { reader } = this.#connections;
    return decode(await this.#answer(reader.hgetBuffer(this.#keys.collection(collection), id)));
  }

  async getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    return (await this.#documents(this.#connections.reader, collection, ids)).map(decode);
  }

  range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    return this.#answer(readRange(this.#connections.reader, this.#keys.index(index), options));
  }

  async scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    if (members.length === 0) return [];
    const found = await this.#answer(this.#connections.reader.zmscore(this.#keys.index(index), [...members]));
    return found.map((score) => (score === null ? undefined : Number(score)));
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    this.#connections.news.follow(this.#keys.channel, {
      reached: (reached) => this.#waits.reached(reached),
      resumed: () => void this.#look(),
    });
    return this.#waits.wait(position, timeoutMs);
  }

  async position(): Promise<bigint | undefined> {
    return positionIn(await this.#answer(this.#connections.reader.get(this.#keys.checkpoint)));
  }

  async checkpoint(): Promise<bigint | undefined> {
    return (await this.resume())?.position;
  }

  async resume(): Promise<Checkpoint | undefined> {
    const { writer } = this.#connections;
    const stored = await this.#answer(writer.get(this.#keys.checkpoint));
    if (stored !== clearing) return checkpointIn(stored);
    await this.#answer(clearKeys(writer, this.#keys));
    return undefined;
  }

  async load(collection: string, ids: readonly string[]): Promise<(object | undefined)[]> {
    return (await this.#documents(this.#connections.writer, collection, ids)).map((stored) =>
      stored === null ? undefined : JSON.parse(stored.toString('utf8', stored.indexOf(lineFeed) + 1)),
    );
  }

  async commit(expected: bigint | undefined, next: bigint, writes: readonly Write[], eventId?: string): Promise<void> {
    const { keys, args } = encodeWrites(this.#keys, writes);
    const { checkpoint, registry, channel } = this.#keys;
    const outcome = await this.#answer(
      commitScript.run(
        this.#connections.writer,
        [checkpoint, registry, ...keys],
        [String(expected ?? ''), String(next), committerIn(this.#token, eventId), channel, ...args],
      ),
    );
    if (outcome !== 1) throw new CheckpointConflict(this.#projection, expected, positionIn(String(outcome)));
    this.#waits.reached(next);
  }

  async clear(expected: bigint | undefined): Promise<void> {
    const { writer } = this.#connections;
    const { checkpoint, channel } = this.#keys;
    const found = await this.#answer(beginClearing.run(writer, [checkpoint], [String(expected ?? ''), channel]));
    if (found !== 1) throw new CheckpointConflict(this.#projection, expected, positionIn(String(found)));
    this.#waits.reached(undefined);
    await this.#answer(clearKeys(writer, this.#keys));
  }

  close(): void {
    this.#waits.close();
  }

  async #documents(client: RedisClient, collection: string, ids: readonly string[]): Promise<(Buffer | null)[]> {
    const found: (Buffer | null)[] = [];
    for (let from = 0; from < ids.length; from += documentsAtOnce) {
      const some = ids.slice(from, from + documentsAtOnce);
      const stored = await this.#answer(client.hmgetBuffer(this.#keys.collection(collection), ...some));
      for (const one of stored) found.push(one);
    }
    return found;
  }

  /** Reads the checkpoint for those who wait, in case the news of it were lost. One look at a time. */
  async #look(): Promise<void> {
    if (this.#looking) return;
    this.#looking = true;
    try {
      this.#waits.reached(positionIn(await this.#connections.reader.get(this.#keys.checkpoint)));
    } catch {
      // The waits go on; they end by their own time-outs.
    } finally {
      this.#looking = false;
    }
  }

  #answer<T>(reply: Promise<T>): Promise<T> {
    return answer(this.#connections.target, reply);
  }
}

const lineFeed = 0x0a;
/** A function call takes about 100,000 arguments, and a batch of events asks for fewer documents than this. */
const documentsAtOnce = 10_000;

function decode(stored: Buffer | null): StoredDocument | undefined {
  if (stored === null) return undefined;
  const end = stored.indexOf(lineFeed);
  return { json: stored.toString('utf8', end + 1), position: BigInt(stored.toString('latin1', 0, end)) };
}
