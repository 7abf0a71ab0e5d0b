import type { ProjectionKey } from '../read-model-store.ts';
import { beginClearing, clearingMark, clearKeys } from './clear.ts';
import type { RedisClient } from './connection.ts';
import { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';
import { parsePosition } from './position.ts';

/** The generation that a read model reads and commits to. */
export interface GenerationSource {
  readonly isLive: boolean;
  /** The keys of the generation as it is now. */
  keys(client: RedisClient): Promise<ProjectionKeys>;
  /**
   * Runs a read. It must send its commands before it waits for anything.
   * @param command called again with the keys of another generation if that is live meanwhile
   */
  read<T>(client: RedisClient, command: (keys: ProjectionKeys) => Promise<T>): Promise<T>;
}

/** Always the same generation, which a rebuild makes. */
export class GivenGeneration implements GenerationSource {
  readonly isLive = false;
  readonly #keys: ProjectionKeys;

  constructor(projection: ProjectionKey) {
    this.#keys = new ProjectionKeys(projection);
  }

  keys(): Promise<ProjectionKeys> {
    return Promise.resolve(this.#keys);
  }

  read<T>(_client: RedisClient, command: (keys: ProjectionKeys) => Promise<T>): Promise<T> {
    return command(this.#keys);
  }
}

/**
 * The live generation. Each read is followed, on the same connection, by a look at which generation is live: if it is the
 * one that was read, it was live during the read. So all nodes switch at the same moment, and none misses a message about it.
 */
export class LiveGeneration implements GenerationSource {
  readonly isLive = true;
  #keys: ProjectionKeys;
  readonly #projection: ProjectionKey;

  constructor({ name, version }: ProjectionKey) {
    this.#projection = { name, version };
    this.#keys = new ProjectionKeys(this.#projection);
  }

  async keys(client: RedisClient): Promise<ProjectionKeys> {
    return this.#use(await client.get(this.#keys.live));
  }

  async read<T>(client: RedisClient, command: (keys: ProjectionKeys) => Promise<T>): Promise<T> {
    for (;;) {
      const keys = this.#keys;
      const [found, live] = await Promise.allSettled([command(keys), client.get(keys.live)]);
      if (live.status === 'rejected') throw live.reason;
      if (this.#use(live.value) !== keys) continue;
      if (found.status === 'rejected') throw found.reason;
      return found.value;
    }
  }

  /** The same object as long as the generation is the same. */
  #use(live: string | null): ProjectionKeys {
    const generation = live ?? undefined;
    if (this.#keys.generation !== generation) this.#keys = new ProjectionKeys({ ...this.#projection, generation });
    return this.#keys;
  }
}

/**
 * KEYS: the live generation, the set of generations, the checkpoints of the live and of the new generation. ARGV: both
 * generations ('' for the first one), the channel. Returns whether the new one is live now.
 */
const switchScript = new LuaScript(`
local live = redis.call('GET', KEYS[1]) or ''
if live == ARGV[2] then return 1 end
if live ~= ARGV[1] then return 0 end
local old, new = redis.call('GET', KEYS[3]) or '', redis.call('GET', KEYS[4]) or ''
if old == '${clearingMark}' or new == '${clearingMark}' then return 0 end
local position = string.match(old, '^%d+')
if position ~= string.match(new, '^%d+') then return 0 end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('SADD', KEYS[2], ARGV[2])
redis.call('PUBLISH', ARGV[3], position or '')
return 1
`);

/** See `ReadModelStore.switchTo`. */
export async function switchGeneration(client: RedisClient, projection: ProjectionKey): Promise<boolean> {
  const next = new ProjectionKeys(projection);
  const live = await new LiveGeneration(projection).keys(client);
  const isSwitched = await switchScript.run(
    client,
    [next.live, next.generations, live.checkpoint, next.checkpoint],
    [live.generation ?? '', next.generation ?? '', next.channel],
  );
  return isSwitched === 1;
}

/** All generations of a version that may have keys. */
export async function generationsOf(client: RedisClient, { name, version }: ProjectionKey): Promise<ProjectionKeys[]> {
  const first = new ProjectionKeys({ name, version });
  const further = await client.smembers(first.generations);
  return [first, ...further.map((generation) => new ProjectionKeys({ name, version, generation }))];
}

/** See `ReadModelStore.removeOthers`. */
export async function removeGenerations(
  client: RedisClient,
  projection: ProjectionKey,
  kept: string | undefined,
): Promise<void> {
  for (const keys of await generationsOf(client, projection)) {
    const { generation } = keys;
    if (generation !== undefined && generation === kept) continue;
    const live = await client.get(keys.live);
    if (generation === (live ?? undefined)) continue;
    const checkpoint = await client.get(keys.checkpoint);
    if (checkpoint !== null) {
      const expected = parsePosition(checkpoint);
      // A runner that does not know yet that it has ended may commit: removed the next time.
      const begun = await beginClearing.run(client, [keys.checkpoint], [String(expected ?? ''), keys.channel]);
      if (begun !== 1) continue;
      await clearKeys(client, keys);
    }
    if (generation !== undefined) await client.srem(keys.generations, generation);
  }
}
