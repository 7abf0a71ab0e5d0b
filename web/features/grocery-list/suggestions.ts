import { stems, wordsBegin } from '../../lib/words.ts';
import { type Category, catalogue } from './catalogue.ts';
import type { Entry } from './entry.ts';

export interface Suggestion extends Entry {
  /** The aisle of a known grocery; undefined for the words as they were typed. */
  category: Category | undefined;
}

const offers = 4;

/** Exactly this, then what begins with it, then what has a word that does. */
function rank(name: string, query: string): number {
  const known = stems(name).join(' ');
  const wanted = stems(query).join(' ');
  if (known === wanted) return 0;
  return name.toLowerCase().startsWith(query.toLowerCase()) || known.startsWith(wanted) ? 1 : 2;
}

const capitalised = (text: string): string => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());

const wordCount = (name: string): number => name.split(' ').length;

/** What the add box offers for an entry, best first: known groceries, then the words as they were typed. */
export function suggest(entry: Entry): Suggestion[] {
  if (entry.name === '') return [];
  const known = catalogue
    .filter(({ name }) => wordsBegin(name, entry.name))
    .map((grocery) => ({ ...grocery, rank: rank(grocery.name, entry.name) }))
    .sort((a, b) => a.rank - b.rank || (a.rank < 2 ? wordCount(a.name) - wordCount(b.name) : 0))
    .slice(0, offers)
    .map(({ name, category }) => ({ ...entry, name, category }));
  const typed = capitalised(entry.name);
  return known.some(({ name }) => name === typed) ? known : [...known, { ...entry, name: typed, category: undefined }];
}
