import { findingLimits } from '../../server/core/contracts/limits.ts';
import type { Condition, Source } from './conditions.ts';
import { Postings } from './postings.ts';
import type { RecipeEntry } from './recipe-entry.ts';

/** A search starts with the condition that fewest recipes can meet, and with the newest of these. */
const maxConsidered = findingLimits.considered;

export interface Scanned {
  readonly entries: ReadonlyMap<number, RecipeEntry>;
  /** Numbers of all recipes. */
  readonly all: Postings;
}

/**
 * Visits each recipe that meets all conditions once, with the sum of its scores, until a visit returns `false`.
 * @returns whether all such recipes were considered
 */
export function scan(
  { entries, all }: Scanned,
  conditions: readonly Condition[],
  visit: (entry: RecipeEntry, score: number) => unknown,
): boolean {
  const { lists } = conditions
    .flatMap(({ source }) => source ?? [])
    .reduce((fewest, source) => (source.size < fewest.size ? source : fewest), sourceOfAll(all));
  const seen = lists.length > 1 ? new Set<number>() : undefined;
  let considered = 0;
  for (const list of lists) {
    for (const number of list instanceof Postings ? list.newestFirst() : list) {
      if (seen?.has(number)) continue;
      seen?.add(number);
      if (++considered > maxConsidered) return false;
      const entry = entries.get(number);
      const score = entry ? scoreOf(entry, conditions) : 0;
      if (entry && score > 0 && visit(entry, score) === false) return true;
    }
  }
  return true;
}

const sourceOfAll = (all: Postings): Source => ({ size: all.count, lists: [all] });

function scoreOf(entry: RecipeEntry, conditions: readonly Condition[]): number {
  let sum = 1;
  for (const condition of conditions) {
    const score = condition.score(entry);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}
