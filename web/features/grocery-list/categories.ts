import { stems } from '../../lib/words.ts';
import { type Category, categories, filing } from './catalogue.ts';

const phrase = (stemmed: readonly string[]): string => stemmed.join(' ');

const byPhrase = new Map(filing.toReversed().map(({ name, category }) => [phrase(stems(name)), category]));
const longest = Math.max(...filing.map(({ name }) => stems(name).length));

/** The longest known phrase decides; of equally long ones the last, as English puts the thing itself there. */
function fileUnder(name: string): Category | undefined {
  const words = stems(name);
  for (let length = Math.min(longest, words.length); length > 0; length--) {
    for (let start = words.length - length; start >= 0; start--) {
      const category = byPhrase.get(phrase(words.slice(start, start + length)));
      if (category) return category;
    }
  }
  return;
}

/** The aisle in which an item is found. What follows a comma or a bracket is preparation and only asked second. */
export function categoryOf(name: string): Category {
  const [thing = ''] = name.split(/[,(]/);
  if (/^frozen\s/i.test(thing)) return 'Frozen';
  return fileUnder(thing) ?? fileUnder(name) ?? 'Other';
}

export interface Section<T> {
  category: Category;
  items: T[];
}

/** The items by aisle; their order within one stays, aisles without items are left out. */
export function sectionsOf<T extends { name: string }>(items: readonly T[]): Section<T>[] {
  const filed = Map.groupBy(items, ({ name }) => categoryOf(name));
  return categories.flatMap((category) => {
    const section = filed.get(category);
    return section ? [{ category, items: section }] : [];
  });
}
