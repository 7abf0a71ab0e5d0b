import type { Stale } from '../read-model-store.ts';
import { LuaScript } from './lua-script.ts';

/** At the end of the value of a read model that has no documents. */
export const emptyMark = 'empty';

/**
 * Writes where and why a read model is stale. It counts as long as the checkpoint is at that position, so no commit has to
 * remove it. KEYS: its key, the registry of the generation's keys. ARGV: the value.
 */
export const markStaleScript = new LuaScript(`
local isEmpty = redis.call('EXISTS', KEYS[2]) == 0
redis.call('SET', KEYS[1], isEmpty and ARGV[1] .. ' ${emptyMark}' or ARGV[1])
`);

const paused = '-';

export const encodeStale = (position: bigint, { since, failedEvent }: Stale): string =>
  `${position} ${since} ${failedEvent ?? paused}`;

/** Undefined if the model has gone on since. */
export function parseStale(stored: string | null, position: bigint | undefined): Stale | undefined {
  const [at, since, event] = stored?.split(' ') ?? [];
  if (since === undefined || event === undefined || at !== String(position)) return undefined;
  return { since, failedEvent: event === paused ? undefined : BigInt(event) };
}
