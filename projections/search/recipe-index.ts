import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import { recipeLimits } from '../../server/core/contracts/limits.ts';
import type { Postings } from './postings.ts';
import { type Field, fields, Vocabulary } from './vocabulary.ts';
import { folded, wordsOf } from './words.ts';

// The package is CommonJS, so Node and its types do not agree on its default export.
const { default: BTree }: typeof SortedBtree = createRequire(import.meta.url)('sorted-btree');

/** What a recipe is found by. */
export interface Searchable {
  readonly title: string;
  readonly cuisine: string;
  readonly description: string;
  readonly ingredients: readonly { readonly name: string }[];
}

const weights: Record<Field, number> = { title: 4, ingredients: 2, description: 1 };
/** Recipes that a search answers with by their words. */
const mostFound = 20;
/**
 * A search gives a score to so many recipes at most, so that its cost does not grow with the number of recipes. It
 * begins with those that have the rarest word in the field of the highest weight, the newest first.
 */
const mostWeighed = 1_000;
const mostWords = 8;
/** Recipes that are gone stay in the postings until there are so many of them, and as many as there are others. */
const fewGone = 1_000;

/** Where a word of a query may stand, and what a recipe scores that has it there. */
interface Place {
  readonly postings: Postings;
  readonly score: number;
}

/** Recipes by their titles and words, in memory. */
export class RecipeIndex {
  readonly #numbers = new Map<string, number>();
  readonly #ids = new Map<number, string>();
  /** Keys: title, a separator that no title has, and id. */
  readonly #titles = new BTree<string, string>();
  readonly #titleOf = new Map<string, string>();
  readonly #vocabulary = new Vocabulary();
  #next = 0;
  #gone = 0;

  put(id: string, recipe: Searchable): void {
    this.remove(id);
    const number = this.#next++;
    const key = `${folded(recipe.title)}\0${id}`;
    this.#numbers.set(id, number);
    this.#ids.set(number, id);
    this.#titleOf.set(id, key);
    this.#titles.set(key, id);
    const ingredients = recipe.ingredients.map(({ name }) => name).join(' ');
    this.#add('title', recipe.title, number);
    this.#add('ingredients', `${recipe.cuisine} ${ingredients}`, number);
    this.#add('description', recipe.description, number);
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    if (number === undefined) return;
    this.#titles.delete(this.#titleOf.get(id) ?? '');
    this.#titleOf.delete(id);
    this.#numbers.delete(id);
    this.#ids.delete(number);
    if (++this.#gone < fewGone + this.#ids.size) return;
    this.#vocabulary.keep((kept) => this.#ids.has(kept));
    this.#gone = 0;
  }

  /** Ids, best first: recipes whose title begins with the query, in the order of their titles; else by their words. */
  find(query: string): string[] {
    const sought = folded(query);
    if (sought === '') return [];
    const byTitle = this.#beginningWith(sought);
    return byTitle.length > 0 ? byTitle : this.#byWords(sought);
  }

  #add(field: Field, text: string, number: number): void {
    for (const word of new Set(wordsOf(text))) this.#vocabulary.add(word, field, number);
  }

  #beginningWith(prefix: string): string[] {
    const found: string[] = [];
    for (const [title, id] of this.#titles.entries(prefix)) {
      if (!title.startsWith(prefix) || found.length === recipeLimits.byTitle) break;
      found.push(id);
    }
    return found;
  }

  #byWords(query: string): string[] {
    const words = [...new Set(wordsOf(query))].slice(0, mostWords);
    const sought = words.map((word) => this.#placesOf(word)).sort((a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0));
    const scores = new Map<number, number>();
    sought.forEach((places, rank) => {
      // Recipes that have a rarer word have their score already, so only more common words can add to this one.
      const others = sought.slice(rank + 1);
      for (const { postings, score } of places) {
        for (const number of postings.newestFirst()) {
          if (scores.size === mostWeighed) return;
          if (scores.has(number) || !this.#ids.has(number)) continue;
          let sum = score;
          for (const other of others) sum += scoreIn(other, number);
          scores.set(number, sum);
        }
      }
    });
    return [...scores]
      .sort(([newer, one], [older, other]) => other - one || older - newer)
      .slice(0, mostFound)
      .flatMap(([number]) => this.#ids.get(number) ?? []);
  }

  /** The highest score first: weightier the rarer the word, the liker it is to what is sought, and by the field. */
  #placesOf(spelt: string): Place[] {
    const places = this.#vocabulary.meant(spelt).flatMap(({ word, likeness }) =>
      fields.flatMap((field) => {
        const postings = word[field];
        return postings ? [{ postings, score: weights[field] * likeness }] : [];
      }),
    );
    const recipes = places.reduce((sum, { postings }) => sum + postings.size, 0);
    const rarity = Math.log(1 + this.#ids.size / (1 + recipes));
    return places.map(({ postings, score }) => ({ postings, score: score * rarity })).sort((a, b) => b.score - a.score);
  }
}

function scoreIn(places: readonly Place[], number: number): number {
  for (const { postings, score } of places) if (postings.has(number)) return score;
  return 0;
}
