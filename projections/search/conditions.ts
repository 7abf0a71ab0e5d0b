import type { Budget } from './budget.ts';
import type { GroupedPostings } from './grouped-postings.ts';
import { spellingsOf } from './ingredient-terms.ts';
import type { Pantry } from './pantry.ts';
import type { Postings } from './postings.ts';
import type { RecipeEntry } from './recipe-entry.ts';
import type { Vocabulary } from './vocabulary.ts';
import { occurrencesOf, type ScoredPostings, scoreIn } from './word-matches.ts';

/** Numbers of recipes, among which are all that match a condition. */
export interface Source {
  /** At least as many as there are numbers. */
  readonly size: number;
  /** The newest first in each list. A recipe may be in several. */
  readonly lists: readonly (Postings | Iterable<number>)[];
}

/** What recipes have to be like. */
export interface Condition {
  /** Undefined if it can only be tested. */
  readonly source?: Source;
  /** 0 if the recipe does not match. */
  score(entry: RecipeEntry, budget: Budget): number;
}

const sourceOf = (lists: readonly Postings[]): Source => ({
  size: occurrencesOf(lists.map((postings) => ({ postings }))),
  lists,
});

const when = (test: (entry: RecipeEntry) => boolean): Condition => ({ score: (entry) => (test(entry) ? 1 : 0) });

/** The value is one of these. */
export function oneOf(values: readonly string[], groups: GroupedPostings, keyOf: (entry: RecipeEntry) => string) {
  const set = new Set(values);
  const lists = [...set].flatMap((value) => groups.get(value) ?? []);
  return { ...when((entry) => set.has(keyOf(entry))), source: sourceOf(lists) } satisfies Condition;
}

/** Its number is one of these. */
export const isAmong = (numbers: ReadonlySet<number>): Condition => ({
  ...when(({ number }) => numbers.has(number)),
  source: { size: numbers.size, lists: [numbers] },
});

export const hasDifficulty = (difficulty: RecipeEntry['difficulty']): Condition =>
  when((entry) => entry.difficulty === difficulty);

export const takesAtMost = (maxMinutes: number): Condition =>
  when(({ minutes }) => minutes !== undefined && minutes <= maxMinutes);

/** Only what is at hand. */
export function cookableWith(pantry: Pantry, vocabulary: Vocabulary): Condition {
  const kinds = new Set(pantry.kinds.map((words) => words.at(-1) ?? ''));
  const spellings = new Set([...kinds].flatMap(spellingsOf));
  const lists = [...spellings].flatMap((spelling) => vocabulary.get(spelling)?.ingredients ?? []);
  return {
    ...when((entry) => pantry.suffices(entry)),
    source: sourceOf(lists),
  };
}

/** More than any sum of scores of words. */
const titleScore = 10_000;

/** All words are in the recipe, or the title begins with the query. */
export function hasAllWords(words: readonly ScoredPostings[][], titled: ReadonlySet<number>): Condition {
  // The word that most recipes lack comes first.
  const rarestFirst = words.toSorted((a, b) => occurrencesOf(a) - occurrencesOf(b));
  const [rarest = []] = rarestFirst;
  const scoreOfWords = ({ number }: RecipeEntry, budget: Budget) => {
    let sum = 0;
    for (const matches of rarestFirst) {
      const score = scoreIn(matches, number, budget);
      if (score === 0) return 0;
      sum += score;
    }
    return sum;
  };
  return {
    source: {
      size: titled.size + occurrencesOf(rarest),
      lists: [titled, ...rarest.map(({ postings }) => postings)],
    },
    score: (entry, budget) => scoreOfWords(entry, budget) + (titled.has(entry.number) ? titleScore : 0),
  };
}

/** At least one of the words is in the recipe. */
export const hasAnyWord = (words: readonly ScoredPostings[][]): Condition => ({
  source: { size: occurrencesOf(words.flat()), lists: words.flat().map(({ postings }) => postings) },
  score: ({ number }, budget) => words.reduce((sum, matches) => sum + scoreIn(matches, number, budget), 0),
});
