import { assertScore, type Write } from '../read-model-store.ts';
import { clearingMark } from './clear.ts';
import type { ProjectionKeys } from './keys.ts';
import { LuaScript } from './lua-script.ts';

/** The reply to a commit to a generation that is no longer live. */
export const replacedMark = 'replaced';

/**
 * KEYS: the checkpoint, the registry of the generation's keys, the live generation, the set of generations, the build, then
 * every key that the writes touch. All are declared, so that a cluster that is moving the slot refuses the script before its first
 * write, not midway.
 * ARGV: expected position, next position, the committer's token, the channel, the generation ('' for the first one), `live`
 * or `beside`, the target of the build that this commit begins ('' for none), then for each operation: a command, the number of
 * its key, the number of its arguments, the arguments.
 *
 * Returns 1, or the conflicting checkpoint (the clearing mark if one of the keys was lost), or `replaced` if a commit to the
 * live generation is not to that which is live now. A repeated commit, sent again because its connection broke before the
 * reply, finds its own token and returns 1 again.
 */
export const commitScript = new LuaScript(`
local checkpoint = redis.call('GET', KEYS[1]) or ''
local committed = ARGV[2] .. ' ' .. ARGV[3]
if checkpoint == committed then return 1 end
local live = redis.call('GET', KEYS[3]) or ''
if ARGV[6] == 'live' and live ~= ARGV[5] then return '${replacedMark}' end
local position = string.match(checkpoint, '^%d+') or checkpoint
if position ~= ARGV[1] then return position end

local registered, existing = 0, 0
for from = 6, #KEYS, 4000 do
  local last = math.min(from + 3999, #KEYS)
  for _, isMember in ipairs(redis.call('SMISMEMBER', KEYS[2], unpack(KEYS, from, last))) do
    registered = registered + isMember
  end
  existing = existing + redis.call('EXISTS', unpack(KEYS, from, last))
end
-- Filling a lost key again would hide that the rest of it is missing.
if registered > existing then
  redis.call('SET', KEYS[1], '${clearingMark}')
  return '${clearingMark}'
end
if ARGV[6] == 'beside' then redis.call('SADD', KEYS[4], ARGV[5]) end
if ARGV[7] ~= '' then
  local time = redis.call('TIME')
  redis.call('SET', KEYS[5], string.format('%s %s%06d', ARGV[7], time[1], time[2]))
end
local emptied = {}
local i = 8
while i <= #ARGV do
  local command, number = ARGV[i], tonumber(ARGV[i + 1])
  local first = i + 3
  local last = i + 2 + tonumber(ARGV[i + 2])
  if command == 'UNLINK' then
    redis.call(command, KEYS[number])
  else
    -- Lua passes at most about 8,000 arguments at once.
    for from = first, last, 4000 do
      redis.call(command, KEYS[number], unpack(ARGV, from, math.min(from + 3999, last)))
    end
  end
  if command ~= 'HSET' and command ~= 'ZADD' then emptied[number] = true end
  i = last + 1
end

for from = 6, #KEYS, 4000 do
  redis.call('SADD', KEYS[2], unpack(KEYS, from, math.min(from + 3999, #KEYS)))
end
for number in pairs(emptied) do
  if redis.call('EXISTS', KEYS[number]) == 0 then redis.call('SREM', KEYS[2], KEYS[number]) end
end
redis.call('SET', KEYS[1], committed)
if live == ARGV[5] then redis.call('PUBLISH', ARGV[4], ARGV[2]) end
return 1
`);

export interface EncodedWrites {
  readonly keys: readonly string[];
  readonly args: readonly string[];
}

/**
 * Encodes the writes as operations of the commit script. Adjacent writes of one kind to one key become one operation.
 * A single event can cause millions of writes, such as the deletion of a post with all its comments. Redis accepts
 * 2^31 - 1 arguments in one command, since 7.0 (https://github.com/redis/redis/pull/9528).
 * A document is stored as its position, a line feed and its JSON: one read returns both, and the JSON is sent as it is.
 */
export function encodeWrites(keys: ProjectionKeys, writes: readonly Write[]): EncodedWrites {
  const numbers = new Map<string, number>();
  const touched: string[] = [];
  const args: string[] = [];
  let command = '';
  let current = '';
  let countAt = 0;

  const open = (nextCommand: string, key: string) => {
    if (nextCommand === command && key === current) return;
    close();
    let number = numbers.get(key);
    if (number === undefined) {
      number = touched.push(key) + 5;
      numbers.set(key, number);
    }
    command = nextCommand;
    current = key;
    countAt = args.push(command, String(number), '0') - 1;
  };
  const close = () => {
    if (countAt > 0) args[countAt] = String(args.length - countAt - 1);
  };

  for (const write of writes) {
    switch (write.kind) {
      case 'put':
        open('HSET', keys.collection(write.collection));
        args.push(write.id, `${write.position}\n${JSON.stringify(write.value)}`);
        break;
      case 'remove':
        open('HDEL', keys.collection(write.collection));
        args.push(write.id);
        break;
      case 'index':
        assertScore(write.score);
        open('ZADD', keys.index(write.index));
        args.push(String(write.score), write.member);
        break;
      case 'unindex':
        open('ZREM', keys.index(write.index));
        args.push(write.member);
        break;
      case 'dropIndex':
        open('UNLINK', keys.index(write.index));
        break;
    }
  }
  close();
  return { keys: touched, args };
}
