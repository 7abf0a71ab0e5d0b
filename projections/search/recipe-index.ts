import { createRequire } from 'node:module';
import type * as SortedBtree from 'sorted-btree';
import { recipeLimits } from '../../server/core/contracts/limits.ts';
import { findRecipes } from './find-recipes.ts';
import type { FoundRecipes, RecipeQuery } from './found-recipes.ts';
import { GroupedPostings } from './grouped-postings.ts';
import { IngredientTerms } from './ingredient-terms.ts';
import { Postings } from './postings.ts';
import type { Publication, RecipeEntry, Searchable } from './recipe-entry.ts';
import { type Field, Vocabulary } from './vocabulary.ts';
import { scoredWords, scoreIn } from './word-matches.ts';
import { normalize, wordsOf } from './words.ts';

// The package is CommonJS, so Node and its types do not agree on its default export.
const { default: BTree }: typeof SortedBtree = createRequire(import.meta.url)('sorted-btree');

/** Maximum results of a search that looks at words. */
const maxWithWords = 20;
/**
 * A search scores at most this many recipes, so that its cost does not grow with their number. It starts with those
 * that have the rarest word in the field of the highest weight, newest first.
 */
const maxScored = 1_000;
/** Maximum recipes that a page of results takes from those whose title begins with the query. */
const maxTitled = 1_000;
/** Compact the postings once they hold this many more removed recipes than current ones. */
const minRemovedSurplus = 1_000;

/** An in-memory index of recipes by title, by words and by what they are like. */
export class RecipeIndex {
  readonly #numbers = new Map<string, number>();
  readonly #entries = new Map<number, RecipeEntry>();
  /** Entries of recipes that moderators have hidden: searches do not see them. */
  readonly #hidden = new Map<number, RecipeEntry>();
  /** Keys: those of the entries. */
  readonly #titles = new BTree<string, string>();
  readonly #vocabulary = new Vocabulary();
  readonly #ingredients = new IngredientTerms();
  readonly #cuisines = new GroupedPostings();
  readonly #authors = new GroupedPostings();
  readonly #all = new Postings();
  #next = 0;
  #removed = 0;

  put(id: string, recipe: Searchable, publication: Publication): void {
    this.remove(id);
    const number = this.#next++;
    const { title, description, cookingTime, difficulty } = recipe;
    const titleKey = `${normalize(title)}\0${id}`;
    const names = recipe.ingredients.map(({ name }) => name);
    const cuisine = this.#cuisines.add(normalize(recipe.cuisine), recipe.cuisine.trim(), number);
    const author = this.#authors.add(publication.authorId, publication.authorId, number);
    this.#all.add(number);
    this.#numbers.set(id, number);
    this.#titles.set(titleKey, id);
    this.#entries.set(number, {
      id,
      number,
      titleKey,
      cuisine: cuisine.key,
      authorId: author.key,
      publishedAt: publication.publishedAt,
      minutes: cookingTime ?? undefined,
      difficulty: difficulty ?? undefined,
      ingredients: this.#ingredients.add(names),
      postings: [
        this.#all,
        cuisine.postings,
        author.postings,
        ...this.#add('title', title, number),
        ...this.#add('ingredients', `${recipe.cuisine} ${names.join(' ')}`, number),
        ...this.#add('description', description, number),
      ],
    });
  }

  remove(id: string): void {
    const number = this.#numbers.get(id);
    const entry = number === undefined ? undefined : this.#entryOf(number);
    if (number === undefined || !entry) return;
    this.#titles.delete(entry.titleKey);
    this.#numbers.delete(id);
    this.#entries.delete(number);
    this.#hidden.delete(number);
    this.#ingredients.remove(entry.ingredients);
    for (const postings of entry.postings) postings.remove();
    if (++this.#removed < minRemovedSurplus + this.#numbers.size) return;
    const isKept = (kept: number) => this.#entryOf(kept) !== undefined;
    for (const part of [this.#vocabulary, this.#cuisines, this.#authors, this.#all]) part.keep(isKept);
    this.#removed = 0;
  }

  /** Who published a recipe and when; undefined if it is not in the index. */
  publicationOf(id: string): Publication | undefined {
    return this.#entryOf(this.#numbers.get(id) ?? -1);
  }

  isHidden(id: string): boolean {
    return this.#hidden.has(this.#numbers.get(id) ?? -1);
  }

  /** Takes a recipe out of all searches, until it is restored. */
  hide(id: string): void {
    const entry = this.#entries.get(this.#numbers.get(id) ?? -1);
    if (!entry) return;
    this.#entries.delete(entry.number);
    this.#titles.delete(entry.titleKey);
    this.#hidden.set(entry.number, entry);
  }

  restore(id: string): void {
    const entry = this.#hidden.get(this.#numbers.get(id) ?? -1);
    if (!entry) return;
    this.#hidden.delete(entry.number);
    this.#titles.set(entry.titleKey, id);
    this.#entries.set(entry.number, entry);
  }

  /**
   * Ids, best first: of recipes whose title begins with the query, in title order; if they are few, then of those that have
   * all of its words. If no title begins so, of those that have any of its words.
   */
  find(query: string): string[] {
    const normalizedQuery = normalize(query);
    if (normalizedQuery === '') return [];
    const byTitle = this.#byTitlePrefix(normalizedQuery, recipeLimits.byTitle);
    if (byTitle.length === recipeLimits.byTitle) return byTitle;
    const byWords = this.#byWords(normalizedQuery, { all: byTitle.length > 0 });
    return [...new Set([...byTitle, ...byWords])].slice(0, maxWithWords);
  }

  /** A page of results. */
  findPage(query: RecipeQuery): FoundRecipes {
    const parts = {
      entries: this.#entries,
      all: this.#all,
      vocabulary: this.#vocabulary,
      cuisines: this.#cuisines,
      authors: this.#authors,
      titled: (beginning: string) => this.#numbersOf(this.#byTitlePrefix(beginning, maxTitled)),
      entryOf: (id: string) => this.#entries.get(this.#numbers.get(id) ?? -1),
      numbersOf: (ids: readonly string[]) => this.#numbersOf(ids),
    };
    return findRecipes(parts, query);
  }

  #numbersOf(ids: readonly string[]): ReadonlySet<number> {
    return new Set(ids.flatMap((id) => this.#numbers.get(id) ?? []));
  }

  #entryOf(number: number): RecipeEntry | undefined {
    return this.#entries.get(number) ?? this.#hidden.get(number);
  }

  #add(field: Field, text: string, number: number): Postings[] {
    return [...new Set(wordsOf(text))].map((word) => this.#vocabulary.add(word, field, number));
  }

  #byTitlePrefix(prefix: string, max: number): string[] {
    const found: string[] = [];
    for (const [title, id] of this.#titles.entries(prefix)) {
      if (!title.startsWith(prefix) || found.length === max) break;
      found.push(id);
    }
    return found;
  }

  /** @param all whether a recipe needs all of the words, or one of them */
  #byWords(query: string, { all }: { readonly all: boolean }): string[] {
    const postingsByWord = scoredWords(query, this.#vocabulary, this.#entries.size).sort(
      (a, b) => (b[0]?.score ?? 0) - (a[0]?.score ?? 0),
    );
    /** 0 for a recipe that lacks a word it needs. */
    const scores = new Map<number, number>();
    const looked = all ? postingsByWord.slice(0, 1) : postingsByWord;
    looked.forEach((scoredPostings, rank) => {
      // Recipes with one of the previous words are scored already, so only later words can add to this score.
      const others = postingsByWord.slice(rank + 1);
      for (const { postings, score } of scoredPostings) {
        for (const number of postings.newestFirst()) {
          if (scores.size === maxScored) return;
          if (scores.has(number) || !this.#entries.has(number)) continue;
          const otherScores = others.map((other) => scoreIn(other, number));
          const isMatch = !all || otherScores.every((each) => each > 0);
          scores.set(number, isMatch ? otherScores.reduce((sum, each) => sum + each, score) : 0);
        }
      }
    });
    return [...scores]
      .filter(([, score]) => score > 0)
      .sort(([newer, one], [older, other]) => other - one || older - newer)
      .slice(0, maxWithWords)
      .flatMap(([number]) => this.#entries.get(number)?.id ?? []);
  }
}
