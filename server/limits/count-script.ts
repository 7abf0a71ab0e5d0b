import { LuaScript } from '../../projections/read-models/redis/lua-script.ts';
import type { LimitRule } from './limit-rule.ts';
import { type Change, maxUsed, type SharedLevel } from './shared-counts.ts';

/**
 * Changes counts, which expire by themselves: with an even refill the remaining time is the count, in ms of refill; else
 * the count is the value. Only the clock of Redis is used. If that is set back, the remaining time grows by as much, so it
 * is bounded. Arguments for each key: refill, change, maximum, period in ms. Returns for each key: count, remaining ms.
 */
const countScript = new LuaScript(`
local reply = {}
for i, key in ipairs(KEYS) do
  local refill = ARGV[i * 4 - 3]
  local change = tonumber(ARGV[i * 4 - 2])
  local max = tonumber(ARGV[i * 4 - 1])
  local period = tonumber(ARGV[i * 4])
  local left = math.max(redis.call('PTTL', key), 0)
  local used = 0
  if refill == 'evenly' then
    left = math.max(0, math.min(left + math.floor(change + 0.5), max))
    if left > 0 then redis.call('SET', key, '', 'PX', left) else redis.call('DEL', key) end
  else
    if left > 0 then used = tonumber(redis.call('GET', key)) or 0 end
    local begins = used == 0 or (refill == 'after the last use' and change > 0)
    left = begins and period or math.min(left, period)
    used = math.max(0, math.min(used + change, max))
    if used > 0 then redis.call('SET', key, used, 'PX', left) else redis.call('DEL', key) end
  end
  reply[i * 2 - 1] = used
  reply[i * 2] = left
end
return reply
`);

/** The hash tag in braces puts all counts in one cluster slot, so that one script may change them. */
const keyOf = ({ key }: Change): string => `potluck:{limits}:${key}`;

export const runCountScript = (
  client: Parameters<LuaScript['run']>[0],
  changes: readonly Change[],
): Promise<SharedLevel[]> =>
  countScript.run(client, changes.map(keyOf), changes.flatMap(argumentsOf)).then((reply) => {
    if (!Array.isArray(reply) || reply.length !== changes.length * 2) throw new Error('Redis returned other counts');
    return changes.map(({ rule }, n) => levelOf(rule, Number(reply[n * 2]), Number(reply[n * 2 + 1])));
  });

function argumentsOf({ rule, count }: Change): string[] {
  const scale = rule.refill === 'evenly' ? msPerUnit(rule) : 1;
  return [rule.refill, String(count * scale), String(Math.round(maxUsed(rule) * scale)), String(rule.periodMs)];
}

const levelOf = (rule: LimitRule, used: number, freeInMs: number): SharedLevel => ({
  used: rule.refill === 'evenly' ? freeInMs / msPerUnit(rule) : used,
  freeInMs,
});

const msPerUnit = ({ max, periodMs }: LimitRule): number => periodMs / max;
