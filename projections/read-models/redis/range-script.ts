import type { IndexEntry, RangeOptions } from '../read-model-store.ts';
import { commandScript, type Reading, ReadScript } from './read-script.ts';

/**
 * Reads the page after an entry, even if that entry has been removed. Redis finds the ranks of one score in O(log n);
 * among equal scores, which it sorts by bytes, a binary search finds the rank. Bytes are compared one by one, because
 * Lua's string comparison depends on the server's locale.
 * KEYS: the index. ARGV: direction, limit, score and member of the entry.
 */
const pageScript = new ReadScript(`
local function isLess(a, b)
  for i = 1, math.min(#a, #b) do
    local x, y = string.byte(a, i), string.byte(b, i)
    if x ~= y then return x < y end
  end
  return #a < #b
end

local limit, score, member = tonumber(ARGV[5]), ARGV[6], ARGV[7]
local low = redis.call('ZCOUNT', KEYS[6], '-inf', '(' .. score)
local high = low + redis.call('ZCOUNT', KEYS[6], score, score)
local found = false
while low < high do
  local middle = math.floor((low + high) / 2)
  local current = redis.call('ZRANGE', KEYS[6], middle, middle)[1]
  if current == member then
    low = middle
    found = true
    break
  end
  if isLess(current, member) then low = middle + 1 else high = middle end
end

if ARGV[4] == 'ascending' then
  local first = found and low + 1 or low
  return redis.call('ZRANGE', KEYS[6], first, first + limit - 1, 'WITHSCORES')
end
if low == 0 then return {} end
local first = redis.call('ZCARD', KEYS[6]) - low
return redis.call('ZREVRANGE', KEYS[6], first, first + limit - 1, 'WITHSCORES')
`);

/** The script and its arguments that read a page of an index. */
export function rangeReading({
  after,
  direction,
  limit,
}: RangeOptions): Omit<Reading, 'keys'> & { script: ReadScript } {
  if (after !== undefined) {
    return { script: pageScript, args: [direction, String(limit), String(after.score), after.member] };
  }
  const whole = ['ZRANGE', '0', String(limit - 1), ...(direction === 'descending' ? ['REV'] : []), 'WITHSCORES'];
  return { script: commandScript, args: whole };
}

/** Redis returns alternating members and scores. */
export function entriesOf(flat: unknown): IndexEntry[] {
  const entries: IndexEntry[] = [];
  if (!Array.isArray(flat)) return entries;
  for (let i = 0; i + 1 < flat.length; i += 2) entries.push({ member: String(flat[i]), score: Number(flat[i + 1]) });
  return entries;
}
