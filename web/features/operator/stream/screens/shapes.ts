/** Which documents are which. They may be of an earlier time, so that only what is needed is required. */
import type { Comment, Post } from '../../../../../server/core/contracts/community.ts';
import type { GroceryItem } from '../../../../../server/core/contracts/grocery-list.ts';
import type { PlannedMeal } from '../../../../../server/core/contracts/meal-plan.ts';
import type { Recipe } from '../../../../../server/core/contracts/recipes.ts';

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const hasAll = (value: unknown, test: (element: Fields) => boolean): boolean =>
  Array.isArray(value) && value.every((element) => isObject(element) && test(element));

export type ShownItem = Pick<GroceryItem, 'id' | 'name'> & Partial<GroceryItem>;
export type ShownMeal = Pick<PlannedMeal, 'id' | 'day' | 'meal'> & Partial<PlannedMeal>;
export type ShownPost = Pick<Post, 'content'> & Partial<Omit<Post, 'comments'>> & { comments?: readonly Comment[] };
export type ShownRecipe = Pick<Recipe, 'title' | 'ingredients'> & Partial<Recipe>;

export const isList = (document: unknown): document is { items: ShownItem[] } =>
  isObject(document) && hasAll(document.items, ({ id, name }) => typeof id === 'string' && typeof name === 'string');

export const isPlan = (document: unknown): document is { meals: ShownMeal[] } =>
  isObject(document) && hasAll(document.meals, ({ id, day }) => typeof id === 'string' && typeof day === 'string');

export const isRecipe = (document: unknown): document is ShownRecipe =>
  isObject(document) &&
  typeof document.title === 'string' &&
  hasAll(document.ingredients, ({ name }) => typeof name === 'string');

export const isPost = (document: unknown): document is ShownPost =>
  isObject(document) && typeof document.content === 'string';

export const isNamed = (document: unknown): document is { name: string } & Fields =>
  isObject(document) && typeof document.name === 'string';

export const isTitled = (document: unknown): document is { username: string } & Fields =>
  isObject(document) && typeof document.username === 'string';
