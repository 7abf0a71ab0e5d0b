import SearchableMap from 'minisearch/SearchableMap';
import { Postings } from './postings.ts';

/** Where a word stands, by what it says of a recipe there. */
export const fields = ['title', 'ingredients', 'description'] as const;
export type Field = (typeof fields)[number];

/** The recipes that have a word, by field. */
export type Word = Partial<Record<Field, Postings>>;

/** A word that somebody may have meant: 1 for the very word, less for one that begins with it or is spelt alike. */
export interface Meant {
  readonly word: Word;
  readonly likeness: number;
}

/** Of what somebody may have meant, the likeliest few: enough for all forms of a word. */
const mostMeant = 8;
/** A beginning of one letter fits thousands of words. */
const mostLookedAt = 200;

/** A word that fewer wrote may be a slip itself. */
const usual = 5;

const sizeOf = (word: Word): number => fields.reduce((sum, field) => sum + (word[field]?.size ?? 0), 0);

/** All words of the recipes. */
export class Vocabulary {
  readonly #words = new SearchableMap<Word>();

  add(spelt: string, field: Field, number: number): void {
    let word = this.#words.get(spelt);
    if (word === undefined) {
      word = {};
      this.#words.set(spelt, word);
    }
    word[field] ??= new Postings();
    word[field].add(number);
  }

  /** The likeliest first. */
  meant(spelt: string): Meant[] {
    const found = new Map<Word, number>();
    const note = (word: Word, likeness: number) => found.set(word, Math.max(likeness, found.get(word) ?? 0));
    let looked = 0;
    for (const [longer, word] of this.#words.atPrefix(spelt)) {
      note(word, longer === spelt ? 1 : 0.5 + (0.4 * spelt.length) / longer.length);
      if (++looked === mostLookedAt) break;
    }
    const exact = this.#words.get(spelt);
    if (exact) note(exact, 1);
    const isUsual = exact !== undefined && sizeOf(exact) >= usual;
    if (!isUsual && spelt.length >= 4) this.#alike(spelt, 1, note);
    // Two letters in the wrong order are two slips, too.
    if (found.size === 0 && spelt.length >= 5) this.#alike(spelt, 2, note);
    return [...found]
      .map(([word, likeness]) => ({ word, likeness }))
      .sort((a, b) => b.likeness - a.likeness || sizeOf(b.word) - sizeOf(a.word))
      .slice(0, mostMeant);
  }

  /** Words that are spelt otherwise in so many letters. */
  #alike(spelt: string, slips: number, note: (word: Word, likeness: number) => void): void {
    for (const [word, distance] of this.#words.fuzzyGet(spelt, slips).values()) {
      if (distance > 0) note(word, 0.6 - 0.2 * distance);
    }
  }

  /** Forgets the recipes that are gone, and the words that no other has. */
  keep(isKept: (number: number) => boolean): void {
    for (const [spelt, word] of [...this.#words.entries()]) {
      for (const field of fields) word[field]?.keep(isKept);
      if (sizeOf(word) === 0) this.#words.delete(spelt);
    }
  }
}
