import type { GroceryItem } from '../../server/core/contracts/grocery-list.ts';

/** An ingredient to add to a list. */
export type NewIngredient = Pick<GroceryItem, 'name' | 'amount' | 'unit' | 'recipeId' | 'recipeTitle' | 'plannedMeal'>;

/** `waiting`: stored in this browser until the server can be reached. */
export type Addition =
  | { readonly kind: 'waiting' }
  /** `count`: of the items that were added; their meals had brought the others before. Undefined if the list could not be read. */
  | { readonly kind: 'added'; readonly count: number | undefined };

/** A user's grocery list. `whose`: the id of its owner, or of the list if it is not the main one. */
export interface ListOfUser {
  readonly uid: string;
  readonly name: string;
  readonly whose: string;
}

/** Changes lists from screens that do not show them, like the screen of the list itself: also without a connection. */
export interface ListWriter {
  /**
   * @param closed aborted when nobody shows a refusal any more: then it is shown as that of other changes
   * @throws ApiError if the server refuses
   */
  add(list: ListOfUser, ingredients: readonly NewIngredient[], closed?: AbortSignal): Promise<Addition>;
  /** The items that a planned meal has brought, as last seen if the server cannot be reached. */
  itemsOf(list: ListOfUser, mealId: string): Promise<readonly GroceryItem[]>;
  /** Removes these unchecked items of a meal. Returns the key of the change. */
  takeBack(list: ListOfUser, mealId: string, items: readonly GroceryItem[]): string;
  /** The same, with what is needed in their place: one change. Returns the ids of what it adds, too. */
  buyLess(
    list: ListOfUser,
    mealId: string,
    items: readonly GroceryItem[],
    needed: readonly NewIngredient[],
  ): { readonly changeKey: string; readonly addedIds: readonly string[] };
  restore(list: ListOfUser, items: readonly GroceryItem[]): void;
}

let load: () => Promise<ListWriter> = () => Promise.reject(new Error('The application provides the list writer'));

/** The feature of the grocery list implements it, and other features must not import that one. */
export function provideListWriter(loadWriter: () => Promise<ListWriter>): void {
  load = loadWriter;
}

export const loadListWriter = (): Promise<ListWriter> => load();
