import type { RedisClient } from './connection.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';

/** The checkpoint's value from the first moment of a clearing to its end: no commit is accepted meanwhile. */
export const clearing = 'clearing';

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
