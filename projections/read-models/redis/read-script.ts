import { clearingMark } from './clear.ts';
import type { RedisClient } from './connection.ts';
import type { ProjectionKeys } from './keys.ts';
import type { KnownProgress } from './known-progress.ts';
import { LuaScript } from './lua-script.ts';
import { emptyMark } from './stale.ts';

/** What a script reads, and with which arguments. */
export interface Reading {
  readonly keys: readonly string[];
  readonly args: readonly string[];
  /** If given, nothing is read from a model that has less, or that is not built yet. */
  readonly known?: KnownProgress | undefined;
}

/** Instead of a reply: another generation is live. */
export class AnotherIsLive extends Error {}

/** Instead of a reply: the model is being built. */
export class NotBuilt extends Error {}

const anotherIsLive = 'ANOTHERISLIVE';
const notBuilt = 'NOTBUILT';
/** In place of an argument: the script does not check whether the generation is live, or how far it is built. */
const unchecked = '*';

/**
 * Reads one generation, and nothing if another one is live or less is there than is known, in one step and one round trip. In
 * its body, the given keys begin with `KEYS[6]` and the given arguments with `ARGV[4]`; `found` has the values of the first
 * four keys: the live generation, the checkpoint, the build, and where the model is stale. The fifth is the registry.
 *
 * Positions are compared as decimal strings, since Lua's numbers are exact up to 2^53 only. A model that is stale in a
 * build does not reach that build's target.
 *
 * Each commit registers the keys that it fills and removes those that it empties. So a key that is registered and does not exist
 * was evicted or deleted by something else: the clearing of the model then begins, and its runner builds it again.
 */
export class ReadScript {
  readonly #script: LuaScript;

  constructor(body: string) {
    this.#script = new LuaScript(`
local found = redis.call('MGET', KEYS[1], KEYS[2], KEYS[3], KEYS[4])
if ARGV[1] ~= '${unchecked}' and (found[1] or '') ~= ARGV[1] then return redis.error_reply('${anotherIsLive} now') end
if ARGV[2] ~= '${unchecked}' then
  local position = found[2] and string.match(found[2], '^%d+')
  local stale = position and found[4] and string.match(found[4], '^' .. position .. ' (.*)$')
  local least = ARGV[2]
  local begun = tonumber(found[3] and string.match(found[3], ' (%d+)$') or 0)
  local isLater = begun > tonumber(string.match(ARGV[3], ' (%d+)$') or 0)
  if isLater and not stale then least = string.match(found[3], '^%d+') end
  local isBehind = not position or #position < #least or (#position == #least and position < least)
  if isBehind or (stale and string.match(stale, '${emptyMark}$')) then return redis.error_reply('${notBuilt} yet') end
  if KEYS[6] and redis.call('EXISTS', KEYS[6]) == 0 and redis.call('SISMEMBER', KEYS[5], KEYS[6]) == 1 then
    redis.call('SET', KEYS[2], '${clearingMark}')
    return redis.error_reply('${notBuilt} yet')
  end
end
${body}`);
  }

  /**
   * @param mustBeLive whether to read nothing if another generation is live
   * @returns the reply with texts as buffers
   * @throws AnotherIsLive, NotBuilt
   */
  async run(client: RedisClient, generation: ProjectionKeys, mustBeLive: boolean, reading: Reading): Promise<unknown> {
    const { live, checkpoint, build, stale, registry } = generation;
    const expected = mustBeLive ? (generation.generation ?? '') : unchecked;
    const { known, keys, args } = reading;
    const least = known === undefined ? [unchecked, unchecked] : [known.position, known.build];
    try {
      const allKeys = [live, checkpoint, build, stale, registry, ...keys];
      return await this.#script.runBuffer(client, allKeys, [expected, ...least, ...args]);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (error.message.startsWith(anotherIsLive)) throw new AnotherIsLive(error.message, { cause: error });
      if (error.message.startsWith(notBuilt)) throw new NotBuilt(error.message, { cause: error });
      throw error;
    }
  }
}

/**
 * KEYS: a key. ARGV: a command and its further arguments, of which Lua passes at most about 8,000 at once: the replies to
 * more are joined.
 */
export const commandScript = new ReadScript(`
if #ARGV < 4000 then return redis.call(ARGV[4], KEYS[6], unpack(ARGV, 5)) end
local replies = {}
for from = 5, #ARGV, 4000 do
  for _, reply in ipairs(redis.call(ARGV[4], KEYS[6], unpack(ARGV, from, math.min(from + 3999, #ARGV)))) do
    replies[#replies + 1] = reply
  end
end
return replies
`);
