import type { Budget } from './budget.ts';
import type { Postings } from './postings.ts';
import { type Field, fields, type Vocabulary } from './vocabulary.ts';
import { wordsOf } from './words.ts';

const weights: Record<Field, number> = { title: 4, ingredients: 2, description: 1 };
const maxQueryWords = 8;

/** The recipes with a candidate word in one field, and their score for it. */
export interface ScoredPostings {
  readonly postings: Postings;
  readonly score: number;
}

/** For each word of a query, what may match it: highest score first. */
export const scoredWords = (query: string, vocabulary: Vocabulary, recipeCount: number): ScoredPostings[][] =>
  [...new Set(wordsOf(query))].slice(0, maxQueryWords).map((word) => scoredPostings(word, vocabulary, recipeCount));

/** The score grows with a word's rarity and similarity to `spelling`, and the field's weight. */
function scoredPostings(spelling: string, vocabulary: Vocabulary, recipeCount: number): ScoredPostings[] {
  const matches = vocabulary.candidates(spelling).flatMap(({ word, similarity }) =>
    fields.flatMap((field) => {
      const postings = word[field];
      return postings ? [{ postings, score: weights[field] * similarity }] : [];
    }),
  );
  const occurrences = occurrencesOf(matches);
  const rarity = Math.log(1 + recipeCount / (1 + occurrences));
  return matches.map(({ postings, score }) => ({ postings, score: score * rarity })).sort((a, b) => b.score - a.score);
}

export const occurrencesOf = (matches: readonly { readonly postings: Postings }[]): number =>
  matches.reduce((sum, { postings }) => sum + postings.count, 0);

/** The score of a recipe for one word: 0 if it does not match. */
export function scoreIn(matches: readonly ScoredPostings[], number: number, budget?: Budget): number {
  const found = matches.findIndex(({ postings }) => postings.has(number));
  budget?.spend(found < 0 ? matches.length : found + 1);
  return matches[found]?.score ?? 0;
}
