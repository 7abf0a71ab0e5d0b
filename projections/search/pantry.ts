import { type IngredientTerm, ingredientWords } from './ingredient-terms.ts';
import type { RecipeEntry } from './recipe-entry.ts';

/** What every kitchen has. */
const assumed = new Set([
  'black pepper',
  'oil',
  'olive oil',
  'pepper',
  'salt',
  'sea salt',
  'vegetable oil',
  'water',
  'salt and pepper',
]);

/** The ingredients that a cook has, for one search. */
export class Pantry {
  /** What each is, without its form. */
  readonly kinds: readonly (readonly string[])[];
  readonly #kinds: ReadonlySet<string>;
  readonly #known = new Map<IngredientTerm, boolean>();

  constructor(names: readonly string[]) {
    this.kinds = names.map(ingredientWords).filter((words) => words.length > 0);
    this.#kinds = new Set(this.kinds.map((words) => words.join(' ')));
  }

  /** What a recipe needs besides, apart from salt, pepper, water and oil. */
  missingFrom({ ingredients }: RecipeEntry): IngredientTerm[] {
    return ingredients.filter((ingredient) => !this.#has(ingredient));
  }

  /** Whether a recipe needs nothing else, and something of it: not only salt and water. */
  suffices({ ingredients }: RecipeEntry): boolean {
    return ingredients.every((one) => this.#has(one)) && ingredients.some(({ words }) => this.#names(words));
  }

  #has(ingredient: IngredientTerm): boolean {
    let isAtHand = this.#known.get(ingredient);
    if (isAtHand === undefined) {
      isAtHand = this.#isAtHand(ingredient);
      this.#known.set(ingredient, isAtHand);
    }
    return isAtHand;
  }

  #isAtHand({ words }: IngredientTerm): boolean {
    return words.length === 0 || assumed.has(words.join(' ')) || this.#names(words);
  }

  /** Tofu serves as firm tofu, but rice does not serve as rice vinegar: the last word names the kind. */
  #names(words: IngredientTerm['words']): boolean {
    return words.some((_, start) => this.#kinds.has(words.slice(start).join(' ')));
  }
}
