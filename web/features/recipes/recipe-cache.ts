import type { LiveMessage } from '../../../server/contracts/live.ts';
import type { RecipeCard, RecipePage } from '../../../server/contracts/recipes.ts';
import { positionAtLeast } from '../../lib/api-client.ts';

/** A recipe as of a log position. */
export interface CachedRecipe {
  readonly recipe: RecipeCard;
  readonly position: string;
}

/** The home page's recipes as far as they were read. */
export interface RecipeList {
  /** On the screen, newest first. */
  readonly shown: readonly CachedRecipe[];
  /** Published since by others, newest first: they wait until they are asked for, so that nothing jumps. */
  readonly waiting: readonly CachedRecipe[];
  readonly nextCursor: string | null;
  /** Log position of the newest read from the top. */
  readonly position: string;
  /** Positions at which recipes were withdrawn, so that a late message does not bring one back. */
  readonly withdrawn: Readonly<Record<string, string>>;
}

/** More than this do not wait: who asks for them then gets the list anew. */
export const mostWaiting = 50;

const idOf = ({ recipe }: CachedRecipe): string => recipe.id;

/** The later of two versions of a recipe. */
const later = (read: CachedRecipe, known: CachedRecipe | undefined): CachedRecipe =>
  known && !positionAtLeast(read.position, known.position) ? known : read;

/** Takes a reading from the top; what is new to the screen waits, unless the reading shares nothing with it. */
export function readFromTop(page: RecipePage, position: string, former?: RecipeList): RecipeList {
  if (former && !positionAtLeast(position, former.position)) return former;
  const withdrawn = Object.fromEntries(
    Object.entries(former?.withdrawn ?? {}).filter(([, at]) => !positionAtLeast(position, at)),
  );
  const known = new Map([...(former?.waiting ?? []), ...(former?.shown ?? [])].map((cached) => [idOf(cached), cached]));
  const read = page.items
    .filter(({ id }) => withdrawn[id] === undefined)
    .map((recipe) => later({ recipe, position }, known.get(recipe.id)));
  const onScreen = new Set(former?.shown.map(idOf));
  const first = read.findIndex((cached) => onScreen.has(idOf(cached)));
  const ids = new Set(read.map(idOf));
  const publishedLater = (cached: CachedRecipe) =>
    !ids.has(idOf(cached)) && !positionAtLeast(position, cached.position) && withdrawn[idOf(cached)] === undefined;
  const waits = (cached: CachedRecipe, at: number) => at < first && !onScreen.has(idOf(cached));
  return {
    shown: [...(former?.shown ?? []).filter(publishedLater), ...read.filter((cached, at) => !waits(cached, at))],
    waiting: [...(former?.waiting ?? []).filter(publishedLater), ...read.filter(waits)].slice(0, mostWaiting),
    nextCursor: page.nextCursor,
    position,
    withdrawn,
  };
}

/** The next page, read with `cursor`; a page that was asked for twice is taken once. */
export function withNextPage(list: RecipeList, page: RecipePage, position: string, cursor: string): RecipeList {
  if (list.nextCursor !== cursor) return list;
  const known = new Set([...list.shown, ...list.waiting].map(idOf));
  const added = page.items
    .filter(({ id }) => !known.has(id) && list.withdrawn[id] === undefined)
    .map((recipe) => ({ recipe, position }));
  return { ...list, shown: [...list.shown, ...added], nextCursor: page.nextCursor };
}

/** One's own new recipe is shown at once. */
export function withOwnRecipe(list: RecipeList, recipe: RecipeCard, position: string): RecipeList {
  if (list.withdrawn[recipe.id] !== undefined || list.shown.some((cached) => idOf(cached) === recipe.id)) return list;
  const waiting = list.waiting.filter((cached) => idOf(cached) !== recipe.id);
  return { ...list, waiting, shown: [{ recipe, position }, ...list.shown] };
}

export const withWaitingShown = (list: RecipeList): RecipeList =>
  list.waiting.length === 0 ? list : { ...list, shown: [...list.waiting, ...list.shown], waiting: [] };

export function withoutRecipe(list: RecipeList, id: string, position: string): RecipeList {
  if (list.withdrawn[id] !== undefined) return list;
  const others = (recipes: readonly CachedRecipe[]) => recipes.filter((cached) => idOf(cached) !== id);
  const withdrawn = { ...list.withdrawn, [id]: position };
  return { ...list, shown: others(list.shown), waiting: others(list.waiting), withdrawn };
}

function withPublished(list: RecipeList, recipe: RecipeCard, position: string): RecipeList {
  const isKnown = [...list.shown, ...list.waiting].some((cached) => idOf(cached) === recipe.id);
  if (isKnown || list.withdrawn[recipe.id] !== undefined || positionAtLeast(list.position, position)) return list;
  const published = { recipe, position };
  if (list.shown.length === 0) return { ...list, shown: [published] };
  return { ...list, waiting: [published, ...list.waiting].slice(0, mostWaiting) };
}

/** Changes recipes of which the list shows an older version than the position. */
function changed(list: RecipeList, position: string, change: (recipe: RecipeCard) => RecipeCard): RecipeList {
  const changedIn = (recipes: readonly CachedRecipe[]) => {
    const after = recipes.map((cached) => {
      if (positionAtLeast(cached.position, position)) return cached;
      const recipe = change(cached.recipe);
      return recipe === cached.recipe ? cached : { recipe, position };
    });
    return after.some((cached, at) => cached !== recipes[at]) ? after : recipes;
  };
  const [shown, waiting] = [changedIn(list.shown), changedIn(list.waiting)];
  return shown === list.shown && waiting === list.waiting ? list : { ...list, shown, waiting };
}

export const withRevised = (list: RecipeList, revised: RecipeCard, position: string): RecipeList =>
  changed(list, position, (recipe) => (recipe.id === revised.id ? revised : recipe));

/** Takes a live message in; the same list comes back when it tells nothing new. */
export function foldRecipes(list: RecipeList, message: LiveMessage): RecipeList {
  const { position } = message;
  switch (message.kind) {
    case 'recipe.published':
      return withPublished(list, message.recipe, position);
    case 'recipe.revised':
      return withRevised(list, message.recipe, position);
    case 'recipe.withdrawn':
      return withoutRecipe(list, message.recipeId, position);
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
