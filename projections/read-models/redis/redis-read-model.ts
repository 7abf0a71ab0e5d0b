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
import type { CheckpointNotifications } from './checkpoint-notifications.ts';
import { beginClearing, clearingMark, clearKeys } from './clear.ts';
import { commitScript, encodeWrites } from './commit-script.ts';
import { awaitReply, type RedisClient } from './connection.ts';
import { ProjectionKeys } from './keys.ts';
import { checkpointSuffix, parseCheckpoint, parsePosition } from './position.ts';
import { readRange } from './range-script.ts';
import { RedisContents } from './redis-contents.ts';
import type { RedisTarget } from './redis-url.ts';

export interface RedisConnections {
  readonly target: RedisTarget;
  readonly reader: RedisClient;
  /** A separate connection, so that a large commit does not delay reads. */
  readonly writer: RedisClient;
  readonly notifications: CheckpointNotifications;
}

/** One projection in Redis. */
export class RedisReadModel implements ReadModel {
  readonly contents: RedisContents;
  readonly #projection: ProjectionKey;
  readonly #keys: ProjectionKeys;
  readonly #connections: RedisConnections;
  readonly #waits = new PositionWaits({ onTick: () => void this.#poll() });
  /** Distinguishes this committer's checkpoint from another's at the same position. */
  readonly #token = randomUUID();
  #polling = false;

  constructor(projection: ProjectionKey, connections: RedisConnections) {
    this.#projection = projection;
    this.#keys = new ProjectionKeys(projection);
    this.#connections = connections;
    this.contents = new RedisContents(projection, this.#keys, connections);
  }

  async get(collection: string, id: string): Promise<StoredDocument | undefined> {
    const { reader } = this.#connections;
    return decode(await this.#awaitReply(reader.hgetBuffer(this.#keys.collection(collection), id)));
  }

  async getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    return (await this.#documents(this.#connections.reader, collection, ids)).map(decode);
  }

  range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    return this.#awaitReply(readRange(this.#connections.reader, this.#keys.index(index), options));
  }

  async scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    if (members.length === 0) return [];
    const found = await this.#awaitReply(this.#connections.reader.zmscore(this.#keys.index(index), [...members]));
    return found.map((score) => (score === null ? undefined : Number(score)));
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    this.#connections.notifications.listen(this.#keys.channel, {
      reached: (reached) => this.#waits.reached(reached),
      subscribed: () => void this.#poll(),
    });
    return this.#waits.wait(position, timeoutMs);
  }

  async position(): Promise<bigint | undefined> {
    return parsePosition(await this.#awaitReply(this.#connections.reader.get(this.#keys.checkpoint)));
  }

  async checkpoint(): Promise<bigint | undefined> {
    return (await this.resume())?.position;
  }

  async resume(): Promise<Checkpoint | undefined> {
    const { writer } = this.#connections;
    const stored = await this.#awaitReply(writer.get(this.#keys.checkpoint));
    if (stored !== clearingMark) return parseCheckpoint(stored);
    await this.#awaitReply(clearKeys(writer, this.#keys));
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
    const outcome = await this.#awaitReply(
      commitScript.run(
        this.#connections.writer,
        [checkpoint, registry, ...keys],
        [String(expected ?? ''), String(next), checkpointSuffix(this.#token, eventId), channel, ...args],
      ),
    );
    if (outcome !== 1) throw new CheckpointConflict(this.#projection, expected, parsePosition(String(outcome)));
    this.#waits.reached(next);
  }

  async clear(expected: bigint | undefined): Promise<void> {
    const { writer } = this.#connections;
    const { checkpoint, channel } = this.#keys;
    const found = await this.#awaitReply(beginClearing.run(writer, [checkpoint], [String(expected ?? ''), channel]));
    if (found !== 1) throw new CheckpointConflict(this.#projection, expected, parsePosition(String(found)));
    this.#waits.reached(undefined);
    await this.#awaitReply(clearKeys(writer, this.#keys));
  }

  close(): void {
    this.#waits.close();
  }

  async #documents(client: RedisClient, collection: string, ids: readonly string[]): Promise<(Buffer | null)[]> {
    const found: (Buffer | null)[] = [];
    for (let from = 0; from < ids.length; from += documentsPerCall) {
      const batch = ids.slice(from, from + documentsPerCall);
      const stored = await this.#awaitReply(client.hmgetBuffer(this.#keys.collection(collection), ...batch));
      for (const one of stored) found.push(one);
    }
    return found;
  }

  /** Reads the checkpoint for pending `waitFor` calls, in case a notification was lost; one read at a time. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      this.#waits.reached(parsePosition(await this.#connections.reader.get(this.#keys.checkpoint)));
    } catch {
      // Pending `waitFor` calls continue until their own time-outs.
    } finally {
      this.#polling = false;
    }
  }

  #awaitReply<T>(reply: Promise<T>): Promise<T> {
    return awaitReply(this.#connections.target, reply);
  }
}

/** A stored document is its position, a line feed and its JSON: see `encodeWrites`. */
const lineFeed = 0x0a;
/** A JavaScript call accepts about 100,000 arguments; a batch of events rarely needs more documents than this. */
const documentsPerCall = 10_000;

function decode(stored: Buffer | null): StoredDocument | undefined {
  if (stored === null) return undefined;
  const end = stored.indexOf(lineFeed);
  return { json: stored.toString('utf8', end + 1), position: BigInt(stored.toString('latin1', 0, end)) };
}
