import type { FoundRecipes, SortOrder } from '../../../../server/core/contracts/finding.ts';
import { capitalise } from '../../../lib/capitalise.ts';
import { formatCount } from '../../../lib/format-count.ts';
import type { Finding } from './finding.ts';

/** What was searched for. @param asksForAtHand whether the page was opened to find out what can be cooked */
export function titleOf({ q, atHand }: Finding, asksForAtHand: boolean): string {
  if (q !== '') return capitalise(q);
  return atHand.length > 0 || asksForAtHand ? 'What can I cook?' : 'All recipes';
}

/** "38 recipes, 9 can be cooked with what is at hand". */
export function summaryOf({ total, isComplete, cookable }: FoundRecipes): string {
  const recipes = countText(total, isComplete);
  if (cookable === undefined || total === 0) return recipes;
  return `${recipes}, ${cookable === 0 ? 'none' : cookable} can be cooked with what is at hand`;
}

export function countText(total: number, isComplete: boolean): string {
  if (total === 0) return 'No recipes';
  const recipes = formatCount(total, 'recipe');
  return isComplete ? recipes : `More than ${recipes}`;
}

export const upTo = (minutes: number): string =>
  minutes % 60 === 0 ? `up to ${minutes / 60} h` : `up to ${minutes} min`;

export const orderTexts: Record<SortOrder, string> = {
  best: 'Best match',
  newest: 'Newest',
  mostLiked: 'Most liked',
  quickest: 'Quickest',
  fewestMissing: 'Fewest to buy',
};
