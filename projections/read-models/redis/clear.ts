import type { RedisClient } from './connection.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';

/** The checkpoint's value while the read model is cleared: blocks every commit. */
export const clearingMark = 'clearing';

/**
 * KEYS: the checkpoint. ARGV: the expected position, the channel. Returns 1 when this call or an earlier one has begun
 * the clearing, otherwise the conflicting checkpoint.
 */
export const beginClearing = new LuaScript(`
local checkpoint = redis.call('GET', KEYS[1]) or ''
if checkpoint == '${clearingMark}' then return 1 end
local position = string.match(checkpoint, '^%d+') or checkpoint
if position ~= ARGV[1] then return position end
redis.call('SET', KEYS[1], '${clearingMark}')
redis.call('PUBLISH', ARGV[2], '')
return 1
`);

const keysPerStep = 500;

/** KEYS: the checkpoint, the registry, the time of last use, the keys to remove. Does nothing once all are removed. */
const removeScript = new LuaScript(`
if redis.call('GET', KEYS[1]) ~= '${clearingMark}' then return 0 end
if #KEYS == 3 then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
else
  redis.call('UNLINK', unpack(KEYS, 4))
  redis.call('SREM', KEYS[2], unpack(KEYS, 4))
end
return 1
`);

/**
 * Removes the keys in small steps, because removing a million at once would block Redis for a second, and finally the
 * clearing mark. Any process that finds the mark may continue the clearing.
 */
export async function clearKeys(client: RedisClient, keys: ProjectionKeys): Promise<void> {
  for (;;) {
    const batch = await client.srandmember(keys.registry, keysPerStep);
    const hasMore = await removeScript.run(client, [keys.checkpoint, keys.registry, keys.used, ...batch], []);
    if (batch.length === 0 || hasMore !== 1) return;
  }
}
