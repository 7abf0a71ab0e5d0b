import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { positionAtLeast } from '../../lib/api-client.ts';
import {
  type Listed,
  type LiveList,
  type Reading,
  withEach,
  without,
  withPublished,
  withReading,
} from '../../lib/live-list.ts';
import { advanced, versionsAt } from '../../lib/versions.ts';

/** A recipe as of log positions: it has one part, `card`. */
export type CachedRecipe = Listed<RecipeCard>;

/** The home page's recipes as far as they were read. */
export type RecipeList = LiveList<CachedRecipe>;

export const freshRecipe = (item: RecipeCard, position: string): CachedRecipe => ({
  item,
  versions: versionsAt(position),
});

const positionOf = ({ versions: { base, parts } }: CachedRecipe): string => parts.card ?? base;

/** The later of two versions of a recipe. */
const later = (read: CachedRecipe, known: CachedRecipe): CachedRecipe =>
  positionAtLeast(positionOf(read), positionOf(known)) ? read : known;

export const readFromTop = (reading: Reading<CachedRecipe>, former?: RecipeList): RecipeList =>
  withReading(reading, later, former);

/** Changes recipes of which the list shows an older version than the position. */
const changed = (list: RecipeList, position: string, change: (recipe: RecipeCard) => RecipeCard): RecipeList =>
  withEach(list, (cached) => {
    if (positionAtLeast(positionOf(cached), position)) return cached;
    const item = change(cached.item);
    return item === cached.item ? cached : { item, versions: advanced(cached.versions, ['card'], position) };
  });

export const withRevised = (list: RecipeList, revised: RecipeCard, position: string): RecipeList =>
  changed(list, position, (recipe) => (recipe.id === revised.id ? revised : recipe));

/** Takes a live message in; the same list comes back when it tells nothing new. */
export function foldRecipes(list: RecipeList, message: LiveMessage): RecipeList {
  const { position } = message;
  switch (message.kind) {
    case 'recipe.published':
      return withPublished(list, freshRecipe(message.recipe, position));
    case 'recipe.revised':
      return withRevised(list, message.recipe, position);
    case 'recipe.withdrawn':
      return without(list, message.recipeId, position);
    case 'person.changed': {
      const { uid, name } = message;
      return changed(list, position, (recipe) =>
        recipe.authorId === uid && !recipe.credited ? { ...recipe, author: name } : recipe,
      );
    }
    default:
      return list;
  }
}
