import { matchesWordPrefixes, stems } from '../../lib/words.ts';
import { type Category, catalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';

export interface Suggestion extends Entry {
  /** Undefined for the text as the user typed it. */
  category: Category | undefined;
}

const maxSuggestions = 4;

/** 0 for an exact match, 1 if the name begins with the query, 2 if another of its words does. */
function rank(name: string, query: string): number {
  const stemmedName = stems(name).join(' ');
  const stemmedQuery = stems(query).join(' ');
  if (stemmedName === stemmedQuery) return 0;
  return name.toLowerCase().startsWith(query.toLowerCase()) || stemmedName.startsWith(stemmedQuery) ? 1 : 2;
}

const capitalise = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

const wordCount = (name: string): number => name.split(' ').length;

/** Suggestions for an entry, best first: matching groceries, then the text as the user typed it. */
export function suggest(entry: Entry): Suggestion[] {
  if (entry.name === '') return [];
  const matches = catalogue
    .filter(({ name }) => matchesWordPrefixes(name, entry.name))
    .map((grocery) => ({ ...grocery, rank: rank(grocery.name, entry.name) }))
    .sort((a, b) => a.rank - b.rank || (a.rank < 2 ? wordCount(a.name) - wordCount(b.name) : 0))
    .slice(0, maxSuggestions)
    .map(({ name, category }) => ({ ...entry, name, category }));
  const typed = capitalise(entry.name);
  if (matches.some(({ name }) => name === typed)) return matches;
  return [...matches, { ...entry, name: typed, category: undefined }];
}

/** Whether an item of this name, in singular or plural, is still to buy. */
export function isOnList(items: readonly { name: string; checked: boolean }[], name: string): boolean {
  const key = keyOf(name);
  return items.some((item) => !item.checked && keyOf(item.name) === key);
}

const keyOf = (name: string): string => stems(name).join(' ');
