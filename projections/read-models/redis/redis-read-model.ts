import { randomUUID } from 'node:crypto';
import { PositionWaits } from '../position-waits.ts';
import {
  type Checkpoint,
  CheckpointConflict,
  type DocumentWithProgress,
  GenerationReplaced,
  type IndexEntry,
  type Progress,
  type ProjectionKey,
  type RangeOptions,
  type ReadModel,
  type ReadModelReader,
  type Stale,
  type StoredDocument,
  type Write,
} from '../read-model-store.ts';
import type { CheckpointNotifications } from './checkpoint-notifications.ts';
import { beginClearing, clearingMark, clearKeys } from './clear.ts';
import { commitScript, encodeWrites, replacedMark } from './commit-script.ts';
import { awaitReply, type RedisClient } from './connection.ts';
import { type GenerationSource, GivenGeneration, LiveGeneration } from './generations.ts';
import { ProjectionKeys } from './keys.ts';
import { KnownProgress } from './known-progress.ts';
import { checkpointSuffix, parseCheckpoint, parsePosition } from './position.ts';
import { commandScript } from './read-script.ts';
import { RedisContents } from './redis-contents.ts';
import { lineFeed, RedisReader } from './redis-reader.ts';
import type { RedisTarget } from './redis-url.ts';
import { encodeStale, markStaleScript } from './stale.ts';

export interface RedisConnections {
  readonly target: RedisTarget;
  readonly reader: RedisClient;
  /** A separate connection, so that a large commit does not delay reads. */
  readonly writer: RedisClient;
  readonly notifications: CheckpointNotifications;
}

/** One projection in Redis: its live generation, or one that a rebuild makes. */
export class RedisReadModel implements ReadModel {
  readonly contents: RedisContents;
  readonly #projection: ProjectionKey;
  readonly #source: GenerationSource;
  readonly #connections: RedisConnections;
  readonly #waits = new PositionWaits({ onTick: () => void this.#poll() });
  /** Distinguishes this committer's checkpoint from another's at the same position. */
  readonly #token = randomUUID();
  readonly #reader: RedisReader;
  /** See `ReadModelStore.serve`; of use for the live generation only. */
  readonly served: ReadModelReader;
  readonly #known = new KnownProgress();
  #polling = false;
  /** See `beginBuild`. */
  #target: bigint | undefined;
  /** The generation that the runner has resumed. Another one refuses its commits. */
  #resumed: ProjectionKeys | undefined;

  constructor(projection: ProjectionKey, connections: RedisConnections) {
    this.#projection = projection;
    this.#source =
      projection.generation === undefined ? new LiveGeneration(projection) : new GivenGeneration(projection);
    this.#connections = connections;
    this.contents = new RedisContents(projection, this.#source, connections);
    const { reader: client, target } = connections;
    const reading = { projection, source: this.#source, client, target, waitFor: this.waitFor.bind(this) };
    this.#reader = new RedisReader(reading);
    this.served = new RedisReader({ ...reading, known: this.#known });
  }

  get(collection: string, id: string): Promise<StoredDocument | undefined> {
    return this.#reader.get(collection, id);
  }

  getMany(collection: string, ids: readonly string[]): Promise<(StoredDocument | undefined)[]> {
    return this.#reader.getMany(collection, ids);
  }

  range(index: string, options: RangeOptions): Promise<IndexEntry[]> {
    return this.#reader.range(index, options);
  }

  scores(index: string, members: readonly string[]): Promise<(number | undefined)[]> {
    return this.#reader.scores(index, members);
  }

  waitFor(position: bigint, timeoutMs: number): Promise<boolean> {
    this.#connections.notifications.listen(new ProjectionKeys(this.#projection).channel(this.#connections.reader), {
      reached: (reached) => this.#reached(reached),
      subscribed: () => void this.#poll(),
    });
    return this.#waits.wait(position, timeoutMs);
  }

  position(): Promise<bigint | undefined> {
    return this.#reader.position();
  }

  progress(): Promise<Progress> {
    return this.#reader.progress();
  }

  getWithProgress(collection: string, id: string): Promise<DocumentWithProgress> {
    return this.#reader.getWithProgress(collection, id);
  }

  async committed(): Promise<Checkpoint | undefined> {
    const { reader } = this.#connections;
    const reply = this.#source.read(reader, commandScript, (keys) => ({ keys: [keys.checkpoint], args: ['GET'] }));
    const stored = await this.#awaitReply(reply);
    return parseCheckpoint(stored === null ? null : String(stored));
  }

  async checkpoint(): Promise<bigint | undefined> {
    return (await this.resume())?.position;
  }

  async resume(): Promise<Checkpoint | undefined> {
    const { writer } = this.#connections;
    const keys = await this.#awaitReply(this.#source.keys(writer));
    this.#resumed = keys;
    const stored = await this.#awaitReply(writer.get(keys.checkpoint));
    if (stored !== null && stored !== clearingMark) return parseCheckpoint(stored);
    // Documents without a checkpoint are left of a lost one. A build on top of them would count their events twice.
    if (stored === null && (await this.#awaitReply(writer.exists(keys.registry))) === 0) return undefined;
    const begun = await this.#awaitReply(beginClearing.run(writer, [keys.checkpoint], ['', keys.channel(writer)]));
    // Another runner has committed since.
    if (begun !== 1) return this.resume();
    await this.#awaitReply(clearKeys(writer, keys));
    return undefined;
  }

  beginBuild(target: bigint): void {
    this.#target = target;
  }

  async markStale(position: bigint, stale: Stale): Promise<void> {
    if (!this.#source.isLive) return;
    const { stale: key, registry } = await this.#resumedKeys();
    await this.#awaitReply(
      markStaleScript.run(this.#connections.writer, [key, registry], [encodeStale(position, stale)]),
    );
  }

  async load(collection: string, ids: readonly string[]): Promise<(object | undefined)[]> {
    const { writer } = this.#connections;
    const keys = await this.#resumedKeys();
    const found = await this.#awaitReply(readDocuments(writer, keys.collection(collection), ids));
    return found.map((stored) =>
      stored === null ? undefined : JSON.parse(stored.toString('utf8', stored.indexOf(lineFeed) + 1)),
    );
  }

  async commit(expected: bigint | undefined, next: bigint, writes: readonly Write[], eventId?: string): Promise<void> {
    const generationKeys = await this.#resumedKeys();
    const { writer } = this.#connections;
    const { keys, args } = encodeWrites(generationKeys, writes);
    const { checkpoint, registry, live, generations, build, generation = '' } = generationKeys;
    const channel = generationKeys.channel(writer);
    const suffix = checkpointSuffix(this.#token, eventId);
    const mode = this.#source.isLive ? 'live' : 'beside';
    const isBegun = this.#source.isLive && expected === undefined && this.#target !== undefined;
    const begunBuild = isBegun ? String(this.#target) : '';
    const outcome = await this.#awaitReply(
      commitScript.run(
        writer,
        [checkpoint, registry, live, generations, build, ...keys],
        [String(expected ?? ''), String(next), suffix, channel, generation, mode, begunBuild, ...args],
      ),
    );
    if (outcome === replacedMark) {
      // A caller that does not resume gets the live generation with the next call.
      this.#resumed = undefined;
      throw new GenerationReplaced(this.#projection, expected);
    }
    if (outcome !== 1) throw new CheckpointConflict(this.#projection, expected, parsePosition(String(outcome)));
    this.#reached(next);
  }

  async clear(expected: bigint | undefined): Promise<void> {
    const { writer } = this.#connections;
    const keys = await this.#resumedKeys();
    const args = [String(expected ?? ''), keys.channel(writer)];
    const found = await this.#awaitReply(beginClearing.run(writer, [keys.checkpoint], args));
    if (found !== 1) throw new CheckpointConflict(this.#projection, expected, parsePosition(String(found)));
    this.#waits.reached(undefined);
    await this.#awaitReply(clearKeys(writer, keys));
  }

  close(): void {
    this.#waits.close();
  }

  async #resumedKeys(): Promise<ProjectionKeys> {
    this.#resumed ??= await this.#awaitReply(this.#source.keys(this.#connections.writer));
    return this.#resumed;
  }

  /** Reads the checkpoint for pending `waitFor` calls, in case a notification was lost; one read at a time. */
  async #poll(): Promise<void> {
    if (this.#polling) return;
    this.#polling = true;
    try {
      this.#reached(await this.position());
    } catch {
      // Pending `waitFor` calls continue until their own time-outs.
    } finally {
      this.#polling = false;
    }
  }

  #reached(position: bigint | undefined): void {
    this.#known.reached(position);
    this.#waits.reached(position);
  }

  #awaitReply<T>(reply: Promise<T>): Promise<T> {
    return awaitReply(this.#connections.target, reply);
  }
}

/** A JavaScript call accepts about 100,000 arguments; a batch of events rarely needs more documents than this. */
const documentsPerCall = 10_000;

/** All calls are sent at once. */
async function readDocuments(client: RedisClient, key: string, ids: readonly string[]): Promise<(Buffer | null)[]> {
  const calls: Promise<(Buffer | null)[]>[] = [];
  for (let from = 0; from < ids.length; from += documentsPerCall) {
    calls.push(client.hmgetBuffer(key, ...ids.slice(from, from + documentsPerCall)));
  }
  return (await Promise.all(calls)).flat();
}
