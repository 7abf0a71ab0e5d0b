import type { ProjectionKey } from '../read-model-store.ts';
import { clearingMark, clearKeys } from './clear.ts';
import type { RedisClient } from './connection.ts';
import { generationsOf, LiveGeneration } from './generations.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';
import { parsePosition } from './position.ts';

export interface VersionTimes {
  /** Interval at which a process marks its versions as used and checks for older ones. */
  readonly intervalMs: number;
  /** A version is removed after this time without a mark. */
  readonly unusedMs: number;
}

/** After a rollback within a day, the old release finds its read models. */
const defaultTimes: VersionTimes = { intervalMs: 10 * 60_000, unusedMs: 24 * 60 * 60_000 };

/** The clock of Redis, in ms, because the nodes' clocks may differ. */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** KEYS: the time of last use. */
const useScript = new LuaScript(`${now}
redis.call('SET', KEYS[1], string.format('%.0f', now))
`);

/**
 * KEYS: the checkpoint, the time of last use. ARGV: the checkpoint as read, `unusedMs`, the channel.
 * Returns 1 when the version is to be cleared, and then blocks all commits to it. A version without a mark, of a
 * release that made none, gets one now, from which `unusedMs` is counted.
 */
const claimScript = new LuaScript(`${now}
local checkpoint = redis.call('GET', KEYS[1])
if checkpoint == '${clearingMark}' then return 1 end
if checkpoint ~= ARGV[1] then return 0 end
local used = redis.call('GET', KEYS[2])
if not used then redis.call('SET', KEYS[2], string.format('%.0f', now)) end
if now - tonumber(used or now) < tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], '${clearingMark}')
redis.call('PUBLISH', ARGV[3], '')
return 1
`);

/**
 * Tracks which versions of projections are in use. Each process marks its own. A version that a newer one has replaced
 * is removed after `unusedMs` without a mark. Nodes of two releases may run side by side indefinitely. If a release
 * makes no marks, its read models are removed after `unusedMs`, and it rebuilds them.
 */
export class Versions {
  readonly #client: RedisClient;
  readonly #times: VersionTimes;
  readonly #used: ProjectionKey[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(client: RedisClient, times: Partial<VersionTimes> = {}) {
    this.#client = client;
    this.#times = { ...defaultTimes, ...times };
    this.#timer = setInterval(() => this.#checkAll(), this.#times.intervalMs).unref();
  }

  /** Marks the version as used until `close`. */
  use(projection: ProjectionKey): void {
    this.#used.push(projection);
    this.#check(projection);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #checkAll(): void {
    for (const projection of this.#used) this.#check(projection);
  }

  #check(projection: ProjectionKey): void {
    // Retried at the next interval.
    removeUnusedVersions(this.#client, projection, this.#times.unusedMs).catch(() => {});
  }
}

/** Marks this version as used and removes older, replaced versions without a mark for `unusedMs`. */
export async function removeUnusedVersions(
  client: RedisClient,
  projection: ProjectionKey,
  unusedMs: number,
): Promise<void> {
  const keys = await new LiveGeneration(projection).keys(client);
  await useScript.run(client, [keys.used], []);
  for (let version = projection.version - 1; version > 0; version--) {
    for (const older of await generationsOf(client, { name: projection.name, version })) {
      if (!(await claimIfReplaced(client, older, keys, unusedMs))) continue;
      await clearKeys(client, older);
      const isLive = (await client.get(older.live)) === (older.generation ?? null);
      if (isLive) await client.del(older.live, older.build, older.stale);
      if (older.generation !== undefined) await client.srem(older.generations, older.generation);
    }
  }
}

/** Claims the older version for clearing if the newer one has caught up with it and no process uses it any more. */
async function claimIfReplaced(
  client: RedisClient,
  older: ProjectionKeys,
  newer: ProjectionKeys,
  unusedMs: number,
): Promise<boolean> {
  const checkpoint = await client.get(older.checkpoint);
  if (checkpoint === null) return false;
  const newerPosition = parsePosition(await client.get(newer.checkpoint));
  if (newerPosition === undefined || newerPosition < (parsePosition(checkpoint) ?? 0n)) return false;
  const claimed = await claimScript.run(
    client,
    [older.checkpoint, older.used],
    [checkpoint, String(unusedMs), older.channel(client)],
  );
  return claimed === 1;
}
