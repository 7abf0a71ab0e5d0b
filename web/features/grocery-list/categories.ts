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

export interface Section<T> {
  category: Category;
  items: T[];
}

/** Groups items by category, in the order of `categories`. Keeps the order within a category and omits empty ones. */
export function sectionsOf<T extends { name: string }>(items: readonly T[]): Section<T>[] {
  const itemsByCategory = Map.groupBy(items, ({ name }) => categoryOf(name));
  return categories.flatMap((category) => {
    const section = itemsByCategory.get(category);
    return section ? [{ category, items: section }] : [];
  });
}
