import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import { recipeLimits } from '../../server/core/contracts/limits.ts';
import type { Postings } from './postings.ts';
import { type Field, fields, Vocabulary } from './vocabulary.ts';
import { normalize, wordsOf } from './words.ts';

// The package is CommonJS, so Node and its types do not agree on its default export.
const { default: BTree }: typeof SortedBtree = createRequire(import.meta.url)('sorted-btree');

/** The searched fields of a recipe. */
export interface Searchable {
  readonly title: string;
  readonly cuisine: string;
  readonly description: string;
  readonly ingredients: readonly { readonly name: string }[];
}

const weights: Record<Field, number> = { title: 4, ingredients: 2, description: 1 };
/** Maximum results of a search by words. */
const maxByWords = 20;
/**
 * A search scores at most this many recipes, so that its cost does not grow with their number. It starts with those
 * that have the rarest word in the field of the highest weight, newest first.
 */
const maxScored = 1_000;
const maxQueryWords = 8;
/** Compact the postings once they hold this many more removed recipes than current ones. */
const minRemovedSurplus = 1_000;

/** The recipes with a candidate word in one field, and their score for it. */
interface ScoredPostings {
  readonly postings: Postings;
  readonly score: number;
}

/** An in-memory index of recipes by title and by words. */
export class RecipeIndex {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  /** Keys: title, a separator that no title has, and id. */
  readonly #titles = new BTree<string, string>();
  readonly #titleOf = new Map<string, string>();
  readonly #vocabulary = new Vocabulary();
  /** That have the number of a recipe. */
  readonly #postings = new Map<number, readonly Postings[]>();
  #next = 0;
  #removed = 0;

  put(id: string, recipe: Searchable): void {
    this.remove(id);
    const number = this.#next++;
    const key = `${normalize(recipe.title)}\0${id}`;
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
    this.#titleOf.set(id, key);
    this.#titles.set(key, id);
    const ingredients = recipe.ingredients.map(({ name }) => name).join(' ');
    this.#postings.set(number, [
      ...this.#add('title', recipe.title, number),
      ...this.#add('ingredients', `${recipe.cuisine} ${ingredients}`, number),
      ...this.#add('description', recipe.description, number),
    ]);
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#titles.delete(this.#titleOf.get(id) ?? '');
    this.#titleOf.delete(id);
    this.#numbers.delete(id);
    this.#ids.delete(number);
    for (const postings of this.#postings.get(number) ?? []) postings.remove();
    this.#postings.delete(number);
    if (++this.#removed < minRemovedSurplus + this.#ids.size) return;
    this.#vocabulary.keep((kept) => this.#ids.has(kept));
    this.#removed = 0;
  }

  /** Ids, best first: of recipes whose title begins with the query, in title order; if there are none, by words. */
  find(query: string): string[] {
    const normalizedQuery = normalize(query);
    if (normalizedQuery === '') return [];
    const byTitle = this.#byTitlePrefix(normalizedQuery);
    return byTitle.length > 0 ? byTitle : this.#byWords(normalizedQuery);
  }

  #add(field: Field, text: string, number: number): Postings[] {
    return [...new Set(wordsOf(text))].map((word) => this.#vocabulary.add(word, field, number));
  }

  #byTitlePrefix(prefix: string): string[] {
    const found: string[] = [];
    for (const [title, id] of this.#titles.entries(prefix)) {
      if (!title.startsWith(prefix) || found.length === recipeLimits.byTitle) break;
      found.push(id);
    }
    return found;
  }

  #byWords(query: string): string[] {
    const words = [...new Set(wordsOf(query))].slice(0, maxQueryWords);
    const postingsByWord = words
      .map((word) => this.#scoredPostings(word))
      .sort((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
    const scores = new Map<number, number>();
    postingsByWord.forEach((scoredPostings, rank) => {
      // Recipes with one of the previous words are scored already, so only later words can add to this score.
      const others = postingsByWord.slice(rank + 1);
      for (const { postings, score } of scoredPostings) {
        for (const number of postings.newestFirst()) {
          if (scores.size === maxScored) return;
          if (scores.has(number) || !this.#ids.has(number)) continue;
          let sum = score;
          for (const other of others) sum += scoreIn(other, number);
          scores.set(number, sum);
        }
      }
    });
    return [...scores]
      .sort(([newer, one], [older, other]) => other - one || older - newer)
      .slice(0, maxByWords)
      .flatMap(([number]) => this.#ids.get(number) ?? []);
  }

  /** Highest score first. The score grows with a word's rarity and similarity to `spelling`, and the field's weight. */
  #scoredPostings(spelling: string): ScoredPostings[] {
    const scoredPostings = this.#vocabulary.candidates(spelling).flatMap(({ word, similarity }) =>
      fields.flatMap((field) => {
        const postings = word[field];
        return postings ? [{ postings, score: weights[field] * similarity }] : [];
      }),
    );
    const occurrences = scoredPostings.reduce((sum, { postings }) => sum + postings.count, 0);
    const rarity = Math.log(1 + this.#ids.size / (1 + occurrences));
    return scoredPostings
      .map(({ postings, score }) => ({ postings, score: score * rarity }))
      .sort((a, b) => b.score - a.score);
  }
}

function scoreIn(scoredPostings: readonly ScoredPostings[], number: number): number {
  for (const { postings, score } of scoredPostings) if (postings.has(number)) return score;
  return 0;
}
