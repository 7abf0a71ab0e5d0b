import type { RedisClient } from './connection.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';

/** The checkpoint's value from the first moment of a clearing to its end: no commit is accepted meanwhile. */
export const clearing = 'clearing';

/**
 * KEYS: the checkpoint. ARGV: the expected position, the channel. Answers 1 when the clearing has begun, by this call or by
 * another, or else the checkpoint that stands in the way.
 */
export const beginClearing = new LuaScript(`
local checkpoint = redis.call('GET', KEYS[1]) or ''
if checkpoint == '${clearing}' then return 1 end
local position = string.match(checkpoint, '^%d+') or checkpoint
if position ~= ARGV[1] then return position end
redis.call('SET', KEYS[1], '${clearing}')
redis.call('PUBLISH', ARGV[2], '')
return 1
`);

const keysAtOnce = 500;

/** KEYS: the checkpoint, the registry, where use is marked, the keys to remove. Does nothing once the clearing is over. */
const removeScript = new LuaScript(`
if redis.call('GET', KEYS[1]) ~= '${clearing}' then return 0 end
if #KEYS == 3 then
  redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
else
  redis.call('UNLINK', unpack(KEYS, 4))
  redis.call('SREM', KEYS[2], unpack(KEYS, 4))
end
return 1
`);

/**
 * Removes the keys in small steps, because a million at once would stop Redis for a second, and the mark of the clearing
 * at last. Whoever finds the mark may carry on.
 */
export async function clearKeys(client: RedisClient, keys: ProjectionKeys): Promise<void> {
  for (;;) {
    const some = await client.srandmember(keys.registry, keysAtOnce);
    const goesOn = await removeScript.run(client, [keys.checkpoint, keys.registry, keys.used, ...some], []);
    if (some.length === 0 || goesOn !== 1) return;
  }
}
