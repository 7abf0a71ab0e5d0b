import type { RecipeChange, RecipeField } from '../core/contracts/recipe-versions.ts';
import type { RecipeText } from '../core/domain/recipe/events.ts';
import { ingredientLine } from '../recipe-export/ingredient-line.ts';

const optional = (value: string | number | null): string[] => (value === null ? [] : [String(value)]);

/** The fields that can be compared line by line, with their lines. */
const lineFields: readonly (readonly [RecipeField, (recipe: RecipeText) => readonly string[]])[] = [
  ['title', ({ title }) => [title]],
  ['author', ({ author }) => optional(author)],
  ['description', ({ description }) => description.split('\n').filter((line) => line.trim() !== '')],
  ['cookingTime', ({ cookingTime }) => optional(cookingTime)],
  ['servings', ({ servings }) => optional(servings)],
  ['cuisine', ({ cuisine }) => optional(cuisine || null)],
  ['difficulty', ({ difficulty }) => optional(difficulty)],
  ['ingredients', ({ ingredients }) => ingredients.map(ingredientLine)],
  ['instructions', ({ instructions }) => instructions],
];

/** Those that have no text to show. */
const mediaFields: readonly (readonly [RecipeField, (recipe: RecipeText) => unknown])[] = [
  ['picture', ({ media }) => media.picture],
  ['video', ({ media: { picture: _, ...video } }) => video],
];

/** What differs between two versions of a recipe, in the order of its fields. */
export function recipeChanges(before: RecipeText, after: RecipeText): RecipeChange[] {
  return [
    ...lineFields.flatMap(([field, lines]) => changeOf(field, lines(before), lines(after))),
    ...mediaFields
      .filter(([, value]) => JSON.stringify(value(before)) !== JSON.stringify(value(after)))
      .map(([field]) => ({ field, removed: [], added: [] })),
  ];
}

function changeOf(field: RecipeField, before: readonly string[], after: readonly string[]): RecipeChange[] {
  if (before.length === after.length && before.every((line, index) => line === after[index])) return [];
  return [{ field, removed: without(before, after), added: without(after, before) }];
}

/** The lines that are not among the others, each as often as it is there more often. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}
