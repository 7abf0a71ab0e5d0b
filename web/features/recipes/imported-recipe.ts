import type { ImportedRecipe } from '../../../server/core/contracts/recipe-import.ts';
import { capitalise } from '../../lib/capitalise.ts';
import { formatCount } from '../../lib/format-count.ts';
import { listNames } from '../../lib/list-names.ts';
import type { RecipeDraft } from './recipe-draft.ts';

/** The fields that an import fills in, in the order of the form. */
const fields = [
  'title',
  'author',
  'imageUrl',
  'description',
  'cookingTime',
  'servings',
  'cuisine',
  'ingredients',
  'instructions',
] as const satisfies readonly (keyof RecipeDraft)[];
type Field = (typeof fields)[number];
type Contents = Pick<RecipeDraft, Field>;

/** What an import did to a draft. */
export interface FilledIn {
  readonly filled: readonly Field[];
  /** Whether the user had written in a field that the import would have filled in. */
  readonly hasKept: boolean;
  readonly before: RecipeDraft;
  readonly after: RecipeDraft;
}

/** Fills in the empty fields, and keeps what the user wrote. */
export function fillIn(draft: RecipeDraft, recipe: ImportedRecipe): FilledIn {
  const contents = contentsOf(recipe);
  const given = fields.filter((field) => !isEmpty(contents[field]));
  const filled = given.filter((field) => isEmpty(draft[field]) && !(field === 'imageUrl' && draft.photo.length > 0));
  const video =
    recipe.youtubeUrl !== undefined && draft.imageUrl.trim() === ''
      ? ({ type: 'youtube', youtubeUrl: recipe.youtubeUrl } as const)
      : draft.youtubeUrl.trim() === '' && ({ type: 'image' } as const);
  return {
    filled,
    hasKept: filled.length < given.length,
    before: draft,
    after: { ...draft, ...video, ...pick(filled, contents) },
  };
}

/** Removes what the import filled in, except for fields that the user has changed since. */
export function undoImport(draft: RecipeDraft, { filled, before, after }: FilledIn): RecipeDraft {
  const untouched = filled.filter((field) => draft[field] === after[field]);
  const isSameVideo = draft.youtubeUrl === after.youtubeUrl;
  const { type, youtubeUrl } = isSameVideo ? before : draft;
  return { ...draft, type, youtubeUrl, ...pick(untouched, before) };
}

/** What was filled in, as a sentence. */
export function summaryOf({ filled, hasKept, after }: FilledIn): string {
  const names = listNames(filled.map((field) => nameOf(field, after)));
  const sentences = [filled.length > 0 && `${capitalise(names)}.`, hasKept && 'What you wrote yourself was kept.'];
  return sentences.filter((sentence) => sentence !== false).join(' ');
}

function nameOf(field: Field, { ingredients, instructions }: Contents): string {
  switch (field) {
    case 'imageUrl':
      return 'picture';
    case 'cookingTime':
      return 'cooking time';
    case 'ingredients':
      return formatCount(ingredients.length, 'ingredient');
    case 'instructions':
      return formatCount(instructions.length, 'step');
    default:
      return field;
  }
}

const contentsOf = (recipe: ImportedRecipe): Contents => ({
  title: recipe.title,
  author: recipe.author,
  imageUrl: recipe.imageUrl,
  description: recipe.description ?? '',
  cookingTime: String(recipe.cookingTime ?? ''),
  servings: String(recipe.servings ?? ''),
  cuisine: recipe.cuisine ?? '',
  ingredients: recipe.ingredients,
  instructions: recipe.instructions,
});

const isEmpty = (value: string | readonly unknown[]): boolean =>
  (typeof value === 'string' ? value.trim() : value).length === 0;

const pick = (names: readonly Field[], from: Contents): Partial<Contents> =>
  Object.fromEntries(names.map((name) => [name, from[name]]));
