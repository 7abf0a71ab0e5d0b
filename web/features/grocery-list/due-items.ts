import type { UsedName } from '../../../server/core/contracts/grocery-lists.ts';
import { isOnList, nameKey } from './suggestions.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Fewer additions show no habit. */
const minCount = 3;
/** A habit of longer intervals, or one that ended, is not a suggestion. */
const maxIntervalMs = 45 * dayMs;
const maxOverdue = 3;
const maxDue = 6;

/**
 * What the owner buys regularly and usually needs about now, most likely first, without what is on the list.
 * @param used names that the owner had before, most likely first
 * @param now in ms since the epoch
 * @param seenAt when names were last seen on a list of the owner, by `nameKey`
 */
export function dueItems(
  used: readonly UsedName[],
  items: readonly { name: string; checked: boolean }[],
  now: number,
  seenAt: ReadonlyMap<string, number> = new Map(),
): string[] {
  const isDue = ({ name, count, firstAt, lastAt }: UsedName): boolean => {
    if (count < minCount) return false;
    const intervalMs = (lastAt - firstAt) / (count - 1);
    const elapsed = (now - Math.max(lastAt, seenAt.get(nameKey(name)) ?? 0)) / intervalMs;
    return intervalMs <= maxIntervalMs && elapsed >= 0.8 && elapsed <= maxOverdue;
  };
  const isListed = (name: string) => isOnList(items, name) || items.some((item) => item.name === name);
  return used
    .filter((each) => isDue(each) && !isListed(each.name))
    .slice(0, maxDue)
    .map(({ name }) => name);
}
