import { vegetablePeppers } from '../../server/core/contracts/vegetable-peppers.ts';
import { normalize, wordsOf } from './words.ts';

/** An ingredient that recipes name. Recipes that spell it alike share one. */
export interface IngredientTerm {
  /** As the first recipe wrote it, without details: `Beef` for `Beef, in thin strips`. */
  readonly name: string;
  /** What it is, without its form: `garlic` for `2 Garlic cloves, chopped`. Singular, the kind last: `soy sauce`. */
  readonly words: readonly string[];
}

/** Parts of a plant or an animal: who has garlic has cloves of it. */
const parts = new Set(
  'breast bulb bunch chunk clove cube fillet floret handful head leaf leave piece pinch slice sprig stalk stem stick strip thigh wedge wing'.split(
    ' ',
  ),
);

const withoutDetails = (name: string): string => name.split(/[,;(]/u, 1)[0]?.trim() || name.trim();

/** The words that say what an ingredient is. Empty for a name without words. */
export function ingredientWords(name: string): string[] {
  const words = wordsOf(withoutDetails(name))
    .filter((word) => !/^\d+$/u.test(word))
    .map(singular);
  while (words.length > 1 && parts.has(words.at(-1) ?? '')) words.pop();
  const isVegetable = words.at(-1) === 'pepper' && words.some((word) => vegetablePeppers.has(word));
  return isVegetable ? words.with(-1, 'peppers') : words;
}

/** The same for both numbers of an English noun. */
function singular(word: string): string {
  if (word.length < 4 || word === 'peppers') return word;
  if (word.length > 4 && /ies?$/u.test(word)) return word.replace(/ies?$/u, 'y');
  if (/(?:[sxz]|[cs]h|o)es$/u.test(word)) return word.slice(0, -2);
  return /[^su]s$/u.test(word) ? word.slice(0, -1) : word;
}

/** The spellings that `ingredientWords` may have made this word from. */
export const spellingsOf = (word: string): string[] => [
  word,
  `${word}s`,
  `${word}es`,
  ...(word === 'peppers' ? ['pepper'] : []),
  ...(word.endsWith('y') ? [`${word.slice(0, -1)}ies`, `${word.slice(0, -1)}ie`] : []),
];

/** All ingredients that recipes name, until the last of them is removed. */
export class IngredientTerms {
  readonly #terms = new Map<string, { readonly term: IngredientTerm; uses: number }>();

  /** Those of a recipe, each once. Call `remove` with them when the recipe is removed. */
  add(names: readonly string[]): IngredientTerm[] {
    const keys = new Map(names.map(withoutDetails).map((name) => [normalize(name), name]));
    return [...keys].map(([key, name]) => {
      const known = this.#terms.get(key);
      if (known) {
        known.uses++;
        return known.term;
      }
      const term = { name, words: ingredientWords(name) };
      this.#terms.set(key, { term, uses: 1 });
      return term;
    });
  }

  remove(terms: readonly IngredientTerm[]): void {
    for (const { name } of terms) {
      const key = normalize(name);
      const known = this.#terms.get(key);
      if (known && --known.uses === 0) this.#terms.delete(key);
    }
  }
}
