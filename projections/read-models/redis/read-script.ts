import type { RedisClient } from './connection.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';

/** What a script reads, and with which arguments. */
export interface Reading {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/** Instead of a reply: another generation is live. */
export class AnotherIsLive extends Error {}

const anotherIsLive = 'ANOTHERISLIVE';
/** Expected of a generation that is read whether it is live or not. */
const anyGeneration = '*';

/**
 * Reads one generation, and nothing if another one is live, in one step and one round trip. In its body, the given keys
 * begin with `KEYS[2]` and the given arguments with `ARGV[2]`.
 */
export class ReadScript {
  readonly #script: LuaScript;

  constructor(body: string) {
    this.#script = new LuaScript(`
if ARGV[1] ~= '${anyGeneration}' and (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return redis.error_reply('${anotherIsLive} now')
end
${body}`);
  }

  /**
   * @param mustBeLive whether to read nothing if another generation is live
   * @returns the reply with texts as buffers
   * @throws AnotherIsLive
   */
  async run(client: RedisClient, generation: ProjectionKeys, mustBeLive: boolean, reading: Reading): Promise<unknown> {
    const expected = mustBeLive ? (generation.generation ?? '') : anyGeneration;
    try {
      return await this.#script.runBuffer(client, [generation.live, ...reading.keys], [expected, ...reading.args]);
    } catch (error) {
      const isAnother = error instanceof Error && error.message.startsWith(anotherIsLive);
      throw isAnother ? new AnotherIsLive(error.message, { cause: error }) : error;
    }
  }
}

/**
 * KEYS: a key. ARGV: a command and its further arguments, of which Lua passes at most about 8,000 at once: the replies to
 * more are joined.
 */
export const commandScript = new ReadScript(`
if #ARGV < 4000 then return redis.call(ARGV[2], KEYS[2], unpack(ARGV, 3)) end
local replies = {}
for from = 3, #ARGV, 4000 do
  for _, reply in ipairs(redis.call(ARGV[2], KEYS[2], unpack(ARGV, from, math.min(from + 3999, #ARGV)))) do
    replies[#replies + 1] = reply
  end
end
return replies
`);
