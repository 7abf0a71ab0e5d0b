import { findingLimits } from '../../server/core/contracts/limits.ts';
import type { Budget } from './budget.ts';
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

/** Of a look at a recipe, beside its words. */
const stepsPerRecipe = 10;

/**
 * Visits each recipe that meets all conditions once, with the sum of its scores, until a visit returns `false` or the
 * budget is spent.
 * @returns whether all such recipes were considered
 */
export function scan(
  { entries, all }: Scanned,
  { conditions, budget }: { readonly conditions: readonly Condition[]; readonly budget: Budget },
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
      const entry = entries.get(number);
      // Of a text that was replaced or withdrawn.
      if (!entry) continue;
      if (++considered > maxConsidered || budget.isSpent) return false;
      budget.spend(stepsPerRecipe);
      const score = scoreOf(entry, conditions, budget);
      if (score > 0 && visit(entry, score) === false) return true;
    }
  }
  return true;
}

const sourceOfAll = (all: Postings): Source => ({ size: all.count, lists: [all] });

/** 0 if it does not meet all conditions. */
export function scoreOf(entry: RecipeEntry, conditions: readonly Condition[], budget: Budget): number {
  let sum = 1;
  for (const condition of conditions) {
    const score = condition.score(entry, budget);
    if (score === 0) return 0;
    sum += score;
  }
  return sum;
}
