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

const sizeOf = (word: WordPostings): number => fields.reduce((sum, field) => sum + (word[field]?.size ?? 0), 0);

/** All words of the recipes. */
export class Vocabulary {
  readonly #words = new SearchableMap<WordPostings>();

  add(spelling: string, field: Field, number: number): void {
    let word = this.#words.get(spelling);
    if (word === undefined) {
      word = {};
      this.#words.set(spelling, word);
    }
    word[field] ??= new Postings();
    word[field].add(number);
  }

  /** Most similar first. */
  candidates(spelling: string): Candidate[] {
    const found = new Map<WordPostings, number>();
    const addCandidate = (word: WordPostings, similarity: number) =>
      found.set(word, Math.max(similarity, found.get(word) ?? 0));
    let prefixMatches = 0;
    for (const [longer, word] of this.#words.atPrefix(spelling)) {
      addCandidate(word, longer === spelling ? 1 : 0.5 + (0.4 * spelling.length) / longer.length);
      if (++prefixMatches === maxPrefixMatches) break;
    }
    const exact = this.#words.get(spelling);
    if (exact) addCandidate(exact, 1);
    const isCommon = exact !== undefined && sizeOf(exact) >= minCommonOccurrences;
    if (!isCommon && spelling.length >= 4) this.#addSimilar(spelling, 1, addCandidate);
    // Two swapped letters are two edits, too.
    if (found.size === 0 && spelling.length >= 5) this.#addSimilar(spelling, 2, addCandidate);
    return [...found]
      .map(([word, similarity]) => ({ word, similarity }))
      .sort((a, b) => b.similarity - a.similarity || sizeOf(b.word) - sizeOf(a.word))
      .slice(0, maxCandidates);
  }

  /** Adds the words within this edit distance. */
  #addSimilar(spelling: string, edits: number, addCandidate: (word: WordPostings, similarity: number) => void): void {
    for (const [word, distance] of this.#words.fuzzyGet(spelling, edits).values()) {
      if (distance > 0) addCandidate(word, 0.6 - 0.2 * distance);
    }
  }

  /** Keeps only recipes for which `isKept` is true, and removes words that none of these contains. */
  keep(isKept: (number: number) => boolean): void {
    for (const [spelling, word] of [...this.#words.entries()]) {
      for (const field of fields) word[field]?.keep(isKept);
      if (sizeOf(word) === 0) this.#words.delete(spelling);
    }
  }
}
