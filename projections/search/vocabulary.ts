import SearchableMap from 'minisearch/SearchableMap';
import { Postings } from './postings.ts';

/** The fields of a recipe that are scored separately. */
export const fields = ['title', 'ingredients', 'description'] as const;
export type Field = (typeof fields)[number];

/** The recipes that contain a word, by field. */
export type WordPostings = Partial<Record<Field, Postings>>;

/** A word that may match a query: similarity 1 for the word itself, less for a longer or a similarly spelt word. */
export interface Candidate {
  readonly word: WordPostings;
  readonly similarity: number;
}

/** Enough for all forms of a word. */
const maxCandidates = 8;
/** A prefix of one letter matches thousands of words. */
const maxPrefixMatches = 200;

/** A word with fewer occurrences may itself be misspelt. */
const minCommonOccurrences = 5;

/** Occurrences in recipes that were not removed: the results do not depend on what the index once had. */
const countOf = (word: WordPostings): number => fields.reduce((sum, field) => sum + (word[field]?.count ?? 0), 0);

/** All words of the recipes. */
export class Vocabulary {
  readonly #words = new SearchableMap<WordPostings>();

  /** @returns the postings that now have the number */
  add(spelling: string, field: Field, number: number): Postings {
    let word = this.#words.get(spelling);
    if (word === undefined) {
      word = {};
      this.#words.set(spelling, word);
    }
    const postings = word[field] ?? new Postings();
    word[field] = postings;
    postings.add(number);
    return postings;
  }

  get(spelling: string): WordPostings | undefined {
    return this.#words.get(spelling);
  }

  /** Most similar first. */
  candidates(spelling: string): Candidate[] {
    const found = new Map<WordPostings, number>();
    const addCandidate = (word: WordPostings, similarity: number) =>
      found.set(word, Math.max(similarity, found.get(word) ?? 0));
    let prefixMatches = 0;
    for (const [longer, word] of this.#words.atPrefix(spelling)) {
      if (countOf(word) === 0) continue;
      addCandidate(word, longer === spelling ? 1 : 0.5 + (0.4 * spelling.length) / longer.length);
      if (++prefixMatches === maxPrefixMatches) break;
    }
    const exact = this.#words.get(spelling);
    const occurrences = exact ? countOf(exact) : 0;
    if (exact && occurrences > 0) addCandidate(exact, 1);
    const isCommon = occurrences >= minCommonOccurrences;
    if (!isCommon && spelling.length >= 4) this.#addSimilar(spelling, 1, addCandidate);
    // Two swapped letters are two edits, too.
    if (found.size === 0 && spelling.length >= 5) this.#addSimilar(spelling, 2, addCandidate);
    return [...found]
      .map(([word, similarity]) => ({ word, similarity }))
      .sort((a, b) => b.similarity - a.similarity || countOf(b.word) - countOf(a.word))
      .slice(0, maxCandidates);
  }

  /** Adds the words within this edit distance. */
  #addSimilar(spelling: string, edits: number, addCandidate: (word: WordPostings, similarity: number) => void): void {
    for (const [word, distance] of this.#words.fuzzyGet(spelling, edits).values()) {
      if (distance > 0 && countOf(word) > 0) addCandidate(word, 0.6 - 0.2 * distance);
    }
  }

  /** Keeps only recipes for which `isKept` is true, and removes words that none of these contains. */
  keep(isKept: (number: number) => boolean): void {
    for (const [spelling, word] of [...this.#words.entries()]) {
      for (const field of fields) word[field]?.keep(isKept);
      if (countOf(word) === 0) this.#words.delete(spelling);
    }
  }
}
