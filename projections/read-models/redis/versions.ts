import type { ProjectionKey } from '../read-model-store.ts';
import { clearing, clearKeys } from './clear.ts';
import type { RedisClient } from './connection.ts';
import { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';
import { positionIn } from './position.ts';

export interface VersionTimes {
  /** How often a process says which versions it uses, and looks for older ones. */
  readonly lookEveryMs: number;
  /** So long nobody has said that he uses a version, before it is removed. */
  readonly unusedMs: number;
}

/** A release may be rolled back within a day, and finds its read models as it left them. */
const usualTimes: VersionTimes = { lookEveryMs: 10 * 60_000, unusedMs: 24 * 60 * 60_000 };

/** Redis's own clock, in ms: those of the nodes may differ. */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** KEYS: where it is marked. */
const useScript = new LuaScript(`${now}
redis.call('SET', KEYS[1], string.format('%.0f', now))
`);

/**
 * KEYS: the checkpoint, where use is marked. ARGV: the checkpoint as it was read, ms, the channel.
 * Answers 1 when the version is to be cleared from now on, and no commit to it is accepted any more. One that has no
 * mark is of a release that made none: it gets one, so that its time begins now.
 */
const claimScript = new LuaScript(`${now}
local checkpoint = redis.call('GET', KEYS[1])
if checkpoint == '${clearing}' then return 1 end
if checkpoint ~= ARGV[1] then return 0 end
local used = redis.call('GET', KEYS[2])
if not used then redis.call('SET', KEYS[2], string.format('%.0f', now)) end
if now - tonumber(used or now) < tonumber(ARGV[2]) then return 0 end
redis.call('SET', KEYS[1], '${clearing}')
redis.call('PUBLISH', ARGV[3], '')
return 1
`);

/**
 * Which versions of projections are in use. Each process marks its own; those that a newer one has replaced are removed
 * once nobody has used them for long. Nodes of two releases may run side by side as long as they like, but of one that marks
 * nothing for a day only, by `usualTimes`: then its read models are built anew.
 */
export class Versions {
  readonly #client: RedisClient;
  readonly #times: VersionTimes;
  readonly #used: ProjectionKey[] = [];
  readonly #timer: NodeJS.Timeout;

  constructor(client: RedisClient, times: Partial<VersionTimes> = {}) {
    this.#client = client;
    this.#times = { ...usualTimes, ...times };
    this.#timer = setInterval(() => this.#lookAtAll(), this.#times.lookEveryMs).unref();
  }

  /** From now on, until it is closed. */
  use(projection: ProjectionKey): void {
    this.#used.push(projection);
    this.#look(projection);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #lookAtAll(): void {
    for (const projection of this.#used) this.#look(projection);
  }

  #look(projection: ProjectionKey): void {
    // What fails is tried again with the next look.
    lookAtVersions(this.#client, projection, this.#times.unusedMs).catch(() => {});
  }
}

/** Marks this version as used, and removes older ones that nobody has used for this long (ms). */
export async function lookAtVersions(client: RedisClient, projection: ProjectionKey, unusedMs: number): Promise<void> {
  const keys = new ProjectionKeys(projection);
  await useScript.run(client, [keys.used], []);
  for (let version = projection.version - 1; version > 0; version--) {
    const older = new ProjectionKeys({ name: projection.name, version });
    if (await isReplaced(client, older, keys, unusedMs)) await clearKeys(client, older);
  }
}

/** Whether the newer version shows all that the older one does, and nobody reads or builds that any more. */
async function isReplaced(
  client: RedisClient,
  older: ProjectionKeys,
  newer: ProjectionKeys,
  unusedMs: number,
): Promise<boolean> {
  const checkpoint = await client.get(older.checkpoint);
  if (checkpoint === null) return false;
  const [before, now] = [positionIn(checkpoint) ?? 0n, positionIn(await client.get(newer.checkpoint))];
  if (now === undefined || now < before) return false;
  const claimed = await claimScript.run(
    client,
    [older.checkpoint, older.used],
    [checkpoint, String(unusedMs), older.channel],
  );
  return claimed === 1;
}
