import type { ProjectionKey } from '../read-model-store.ts';
import { beginClearing, clearingMark, clearKeys } from './clear.ts';
import type { RedisClient } from './connection.ts';
import { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';
import { parsePosition } from './position.ts';
import { AnotherIsLive, type Reading, type ReadScript } from './read-script.ts';

/** The generation that a read model reads and commits to. */
export interface GenerationSource {
  readonly isLive: boolean;
  /** The keys of the generation as it is now. */
  keys(client: RedisClient): Promise<ProjectionKeys>;
  /**
   * Reads the generation. The reply has texts as buffers.
   * @param readingFor called again with the keys of another generation if that is live meanwhile
   */
  read(client: RedisClient, script: ReadScript, readingFor: (keys: ProjectionKeys) => Reading): Promise<unknown>;
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

  read(client: RedisClient, script: ReadScript, readingFor: (keys: ProjectionKeys) => Reading): Promise<unknown> {
    return script.run(client, this.#keys, false, readingFor(this.#keys));
  }
}

/**
 * The live generation. Each read looks in the same step whether it is of the one that is live. So all nodes switch at the
 * same moment, and none misses a message about it.
 */
export class LiveGeneration implements GenerationSource {
  readonly isLive = true;
  #keys: ProjectionKeys;
  readonly #projection: ProjectionKey;

  constructor({ name, version }: ProjectionKey) {
    this.#projection = { name, version };
    this.#keys = new ProjectionKeys(this.#projection);
  }

  /** The same object as long as the generation is the same. */
  async keys(client: RedisClient): Promise<ProjectionKeys> {
    const generation = (await client.get(this.#keys.live)) ?? undefined;
    if (this.#keys.generation !== generation) this.#keys = new ProjectionKeys({ ...this.#projection, generation });
    return this.#keys;
  }

  async read(client: RedisClient, script: ReadScript, readingFor: (keys: ProjectionKeys) => Reading): Promise<unknown> {
    for (;;) {
      const keys = this.#keys;
      try {
        return await script.run(client, keys, true, readingFor(keys));
      } catch (error) {
        if (!(error instanceof AnotherIsLive)) throw error;
        await this.keys(client);
      }
    }
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
    [live.generation ?? '', next.generation ?? '', next.channel(client)],
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
      const begun = await beginClearing.run(client, [keys.checkpoint], [String(expected ?? ''), keys.channel(client)]);
      if (begun !== 1) continue;
      await clearKeys(client, keys);
    }
    if (generation !== undefined) await client.srem(keys.generations, generation);
  }
}
