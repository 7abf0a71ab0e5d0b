import { capitalise } from '../../lib/capitalise.ts';
import { matchesWordPrefixes, stems } from '../../lib/words.ts';
import { catalogue, categoryPhrases } from './catalogue.ts';
import { categoryOf } from './categories.ts';
import type { Entry } from './entry.ts';

export interface Suggestion extends Entry {
  /** Undefined for the text as the user typed it. */
  category: string | undefined;
}

/** What suggestions are chosen from, besides the usual groceries. */
export interface SuggestionSources {
  /** Names that the list's owner had before, most likely first. */
  readonly used: readonly string[];
  readonly categoryOf: (name: string) => string;
}

const usualSources: SuggestionSources = { used: [], categoryOf };

const maxSuggestions = 4;

/** The same for a name in singular and plural. */
export const nameKey = (name: string): string => stems(name).join(' ');

/** 0 for an exact match, 1 if the name begins with the query, 2 if another of its words does. */
function rank(name: string, query: string): number {
  const stemmedName = nameKey(name);
  const stemmedQuery = nameKey(query);
  if (stemmedName === stemmedQuery) return 0;
  return name.toLowerCase().startsWith(query.toLowerCase()) || stemmedName.startsWith(stemmedQuery) ? 1 : 2;
}

/** The last words of groceries and of what tells their category: beans, oil, fruit. In English, they name the thing. */
const things = new Set(categoryPhrases.map(({ name }) => stems(name).at(-1)));

const wordCount = (name: string): number => name.split(' ').length;

/**
 * Suggestions for an entry, best first: an exact match, then what the owner had before, the most likely first, then other
 * groceries, and at the end the text as the user typed it. The text comes first if nothing matches exactly and it names a
 * thing by itself, so that Enter after "beans" does not add bean sprouts, unless the owner had a kind of it before.
 */
export function suggest(entry: Entry, sources: SuggestionSources = usualSources): Suggestion[] {
  if (entry.name === '') return [];
  const matching = (names: readonly string[]) =>
    names
      .filter((name) => matchesWordPrefixes(name, entry.name))
      .map((name) => ({ name, rank: rank(name, entry.name) }));
  const used = matching(sources.used.map(capitalise));
  const usual = matching(catalogue.map(({ name }) => name)).sort(
    (a, b) => a.rank - b.rank || (a.rank < 2 ? wordCount(a.name) - wordCount(b.name) : 0),
  );
  const isExact = (match: { rank: number }) => match.rank === 0;
  const exact = [...used.filter(isExact), ...usual.filter(isExact)];
  const matches = [...new Set([...exact, ...used, ...usual].map(({ name }) => name))]
    .slice(0, maxSuggestions)
    .map((name) => ({ ...entry, name, category: sources.categoryOf(name) }));
  const typed = capitalise(entry.name);
  if (matches.some(({ name }) => name === typed)) return matches;
  const asTyped = { ...entry, name: typed, category: undefined };
  const key = nameKey(typed);
  const isUsual = used.some(({ name }) => stems(name).at(-1) === key);
  return exact.length === 0 && things.has(key) && !isUsual ? [asTyped, ...matches] : [...matches, asTyped];
}

/** Whether an item of this name, in singular or plural, is still to buy. */
export function isOnList(items: readonly { name: string; checked: boolean }[], name: string): boolean {
  const key = nameKey(name);
  return items.some((item) => !item.checked && nameKey(item.name) === key);
}
