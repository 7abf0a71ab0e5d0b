import { Cluster } from 'ioredis';
import {
  type Item,
  type ItemValue,
  maxSmallIndex,
  type Part,
  type ReadAt,
  type ReadModelContents,
} from '../contents.ts';
import { type ProjectionKey, ReadModelUnavailable, type StoredDocument, versionedName } from '../read-model-store.ts';
import { clearingMark } from './clear.ts';
import { awaitReply, type RedisClient } from './connection.ts';
import type { GenerationSource } from './generations.ts';
import type { ProjectionKeys } from './keys.ts';
import { parsePosition } from './position.ts';
import { ReadScript } from './read-script.ts';
import type { RedisTarget } from './redis-url.ts';

/** KEYS: a key. ARGV: a command and its further arguments. Returns the checkpoint and the reply. */
const readScript = new ReadScript(`
return { found[2], redis.call(ARGV[4], KEYS[6], unpack(ARGV, 5)) }
`);

/** KEYS: indexes. ARGV: the maximum size. Returns the checkpoint and the entries of each small index. */
const smallIndexesScript = new ReadScript(`
local indexes = {}
for i = 6, #KEYS do
  indexes[i - 5] = redis.call('ZCARD', KEYS[i]) <= tonumber(ARGV[4]) and redis.call('ZRANGE', KEYS[i], 0, -1, 'WITHSCORES')
end
return { found[2], indexes }
`);

/** Lets other commands run in between. */
const itemsPerScan = '500';
const keysPerScan = 1_000;

interface Connections {
  readonly target: RedisTarget;
  readonly reader: RedisClient;
}

/**
 * Each page is read by one script, together with the checkpoint. When the model has been rebuilt meanwhile, a listing begins
 * again with the live generation.
 */
export class RedisContents implements ReadModelContents {
  readonly #projection: ProjectionKey;
  readonly #source: GenerationSource;
  readonly #connections: Connections;

  constructor(projection: ProjectionKey, source: GenerationSource, connections: Connections) {
    this.#projection = projection;
    this.#source = source;
    this.#connections = connections;
  }

  /** Scans the whole key space: the registry does not have a key that something else than a commit has added. */
  async *parts(): AsyncGenerator<readonly Part[], void> {
    const { reader, target } = this.#connections;
    for (let isWhole = false; !isWhole; ) {
      const keys = await awaitReply(target, this.#source.keys(reader));
      isWhole = true;
      for await (const page of this.#scanKeys(keys.pattern)) {
        isWhole = (await awaitReply(target, this.#source.keys(reader))) === keys;
        if (!isWhole) break;
        yield page.map((key) => keys.partOf(key)).filter((part) => part !== undefined);
      }
    }
  }

  async *#scanKeys(pattern: string): AsyncGenerator<string[], void> {
    const { reader, target } = this.#connections;
    const nodes = reader instanceof Cluster ? reader.nodes('master') : [reader];
    for (const node of nodes) {
      let cursor = '0';
      do {
        const [next, keys] = await awaitReply(target, node.scan(cursor, 'MATCH', pattern, 'COUNT', keysPerScan));
        cursor = next;
        yield keys;
      } while (cursor !== '0');
    }
  }

  async items(part: Part, keys: readonly string[]): Promise<ReadAt<(ItemValue | undefined)[]>> {
    const command = part.kind === 'collection' ? 'HMGET' : 'ZMSCORE';
    const { position, found } = await this.#read(part, () => [command, ...keys]);
    return { position, found: arrayOf(found).map((stored) => itemValue(part, stored)) };
  }

  async smallIndexes(names: readonly string[]): Promise<ReadAt<(Item[] | undefined)[]>> {
    const { reader, target } = this.#connections;
    const reply = this.#source.read(reader, smallIndexesScript, (keys) => ({
      keys: names.map((name) => keys.index(name)),
      args: [String(maxSmallIndex)],
    }));
    const { position, found } = this.#at(await awaitReply(target, reply));
    const indexes = arrayOf(found);
    return {
      position,
      found: names.map((name, n) => (indexes[n] === null ? undefined : itemsOf({ kind: 'index', name }, indexes[n]))),
    };
  }

  async *scan(part: Part): AsyncGenerator<ReadAt<Item[]>, void> {
    const command = part.kind === 'collection' ? 'HSCAN' : 'ZSCAN';
    let cursor = '0';
    let scanned: ProjectionKeys | undefined;
    do {
      const before = cursor;
      const { position, found } = await this.#read(part, (keys) => {
        const from = keys === scanned ? before : '0';
        scanned = keys;
        return [command, from, 'COUNT', itemsPerScan];
      });
      const [next, flat] = arrayOf(found);
      cursor = String(next);
      yield { position, found: itemsOf(part, flat) };
    } while (cursor !== '0');
  }

  async #read(part: Part, argsFor: (keys: ProjectionKeys) => readonly string[]): Promise<ReadAt<unknown>> {
    const { reader, target } = this.#connections;
    const reply = this.#source.read(reader, readScript, (keys) => ({
      keys: [keys.key(part)],
      args: argsFor(keys),
    }));
    return this.#at(await awaitReply(target, reply));
  }

  #at(reply: unknown): ReadAt<unknown> {
    const [checkpoint, found] = arrayOf(decoded(reply));
    if (checkpoint === clearingMark) {
      throw new ReadModelUnavailable(
        `The read model ${versionedName(this.#projection)} is being cleared: try again when it is built`,
      );
    }
    return { position: parsePosition(typeof checkpoint === 'string' ? checkpoint : null), found };
  }
}

/** With strings instead of buffers. */
const decoded = (reply: unknown): unknown => {
  if (Array.isArray(reply)) return reply.map(decoded);
  return Buffer.isBuffer(reply) ? reply.toString() : reply;
};

const arrayOf = (reply: unknown): unknown[] => (Array.isArray(reply) ? reply : []);

/** Redis returns alternating keys and values. */
function itemsOf(part: Part, reply: unknown): Item[] {
  const flat = arrayOf(reply);
  const items: Item[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const value = itemValue(part, flat[i + 1]);
    if (value !== undefined) items.push({ key: String(flat[i]), value });
  }
  return items;
}

function itemValue({ kind }: Part, stored: unknown): ItemValue | undefined {
  if (typeof stored !== 'string') return undefined;
  return kind === 'index' ? Number(stored) : toDocument(stored);
}

/** See `encodeWrites`. What no commit has written has position 0. */
function toDocument(stored: string): StoredDocument {
  const [, position = '0', json = stored] = /^(\d+)\n(.*)$/s.exec(stored) ?? [];
  return { position: BigInt(position), json };
}
