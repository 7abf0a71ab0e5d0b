import { stems } from '../../lib/words.ts';
import { type Category, categories, categoryPhrases } from './catalogue.ts';

const toPhrase = (stemmed: readonly string[]): string => stemmed.join(' ');

const byPhrase = new Map(categoryPhrases.toReversed().map(({ name, category }) => [toPhrase(stems(name)), category]));
const maxWords = Math.max(...categoryPhrases.map(({ name }) => stems(name).length));

/** The longest known phrase wins. Among phrases of equal length the last one wins: in English, the noun comes last. */
function matchCategory(name: string): Category | undefined {
  const words = stems(name);
  for (let length = Math.min(maxWords, words.length); length > 0; length--) {
    for (let start = words.length - length; start >= 0; start--) {
      const category = byPhrase.get(toPhrase(words.slice(start, start + length)));
      if (category) return category;
    }
  }
  return;
}

/** Text after a comma or bracket usually describes the preparation, so it is used only if the rest has no match. */
export function categoryOf(name: string): Category {
  const [item = ''] = name.split(/[,(]/);
  if (/^frozen\s/i.test(item)) return 'Frozen';
  return matchCategory(item) ?? matchCategory(name) ?? 'Other';
}

/** What an owner has chosen about categories. */
export interface ChosenCategories {
  /** The order of a list's categories, as in the shop. Others follow. */
  readonly order: readonly string[];
  /** The categories that were chosen for items of these names, in lower case. */
  readonly remembered: ReadonlyMap<string, string>;
}

const nothingChosen: ChosenCategories = { order: [], remembered: new Map() };

/** All categories in the order of a list: the chosen ones, the usual ones that are left, own ones, and *Other* at the end. */
export function inOrder(order: readonly string[], used: Iterable<string> = []): string[] {
  const last: Category = 'Other';
  const others = [...categories, ...used].filter((category) => category !== last);
  return [...new Set([...order, ...others, last])];
}

/** The category that was chosen for an item or for its name, or else the usual one. */
export const categoryOfItem = (
  { name, category }: { name: string; category?: string },
  { remembered }: ChosenCategories = nothingChosen,
): string => category ?? remembered.get(name.toLowerCase()) ?? categoryOf(name);

export interface Section<T> {
  category: string;
  items: T[];
}

/** Groups items by category, in the order of the list. Keeps the order within a category and omits empty ones. */
export function sectionsOf<T extends { name: string; category?: string }>(
  items: readonly T[],
  chosen: ChosenCategories = nothingChosen,
): Section<T>[] {
  const itemsByCategory = Map.groupBy(items, (item) => categoryOfItem(item, chosen));
  return inOrder(chosen.order, itemsByCategory.keys()).flatMap((category) => {
    const section = itemsByCategory.get(category);
    return section ? [{ category, items: section }] : [];
  });
}
