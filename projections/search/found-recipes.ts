import type { Loosenable, SortOrder } from '../../server/core/contracts/finding.ts';
import type { Difficulty } from '../../server/core/contracts/recipes.ts';

/** What the recipes of a page of results have in common, and which page it is. */
export interface RecipeQuery {
  /** Words; blank for all recipes. */
  readonly text: string;
  /** One of these; empty for any. */
  readonly cuisines: readonly string[];
  /** Ids, one of these; empty for any. */
  readonly authors: readonly string[];
  readonly difficulty?: Difficulty | undefined;
  /** Recipes without a cooking time do not match. */
  readonly maxMinutes?: number | undefined;
  /** Names of ingredients. */
  readonly atHand: readonly string[];
  /** Only recipes of which all ingredients are at hand. */
  readonly onlyCookable: boolean;
  /** Ids, newest like first: only these. */
  readonly liked?: readonly string[] | undefined;
  /** How many users like a recipe, for the order of the most liked; none if it is missing. */
  readonly likes?: ReadonlyMap<string, number> | undefined;
  readonly sort: SortOrder;
  readonly limit: number;
  /** The last recipe of the previous page. */
  readonly after?: RankedRecipe | undefined;
}

/** A recipe and its place in the order of results. */
export interface RankedRecipe {
  readonly id: string;
  /** The lower, the earlier. */
  readonly rank: number;
  /** In ms since the epoch. Of the same rank, the newest come first. */
  readonly publishedAt: number;
}

export interface FoundRecipe extends RankedRecipe {
  /** Names of the ingredients that are not at hand. Undefined if none are given as at hand. */
  readonly missing: readonly string[] | undefined;
}

export interface Count<T> {
  readonly value: T;
  readonly count: number;
}

export interface FoundRecipes {
  readonly recipes: readonly FoundRecipe[];
  readonly hasMore: boolean;
  readonly total: number;
  /** False if there are more recipes than a search looks at: the counts are minimums then. */
  readonly isComplete: boolean;
  /** Recipes of which all ingredients are at hand. Undefined if none are given as at hand. */
  readonly cookable: number | undefined;
  /** Matches by value, as if its own condition were not set; most first, then what is chosen and not among them. */
  readonly cuisines: readonly Count<string>[];
  readonly authors: readonly Count<string>[];
  readonly difficulties: readonly Count<Difficulty>[];
  /** If nothing was found: how many would be without one of the conditions, most first. */
  readonly without: readonly Count<Loosenable>[];
}
