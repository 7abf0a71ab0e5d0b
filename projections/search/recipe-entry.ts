import type { Difficulty } from '../../server/core/contracts/recipes.ts';
import type { IngredientTerm } from './ingredient-terms.ts';
import type { Postings } from './postings.ts';

/** The fields of a recipe that searches use. */
export interface Searchable {
  readonly title: string;
  readonly cuisine: string;
  readonly description: string;
  readonly ingredients: readonly { readonly name: string }[];
  /** Minutes. */
  readonly cookingTime?: number | null;
  readonly difficulty?: Difficulty | null;
}

export interface Publication {
  readonly authorId: string;
  /** In ms since the epoch. */
  readonly publishedAt: number;
}

/** What the index keeps of a recipe beside its words. Strings that many recipes share are stored once. */
export interface RecipeEntry extends Publication {
  readonly id: string;
  /** Grows with each text that is indexed, so the latest text has the highest. */
  readonly number: number;
  /** The normalized title, a separator that no title has, and the id. */
  readonly titleKey: string;
  /** Normalized; empty if it was not given. */
  readonly cuisine: string;
  readonly minutes: number | undefined;
  readonly difficulty: Difficulty | undefined;
  readonly ingredients: readonly IngredientTerm[];
  /** All that have its number. */
  readonly postings: readonly Postings[];
}
