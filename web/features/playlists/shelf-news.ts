import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Playlist, PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import type { RecipeCard } from '../../../server/core/contracts/recipes.ts';
import { positionAtLeast } from '../../lib/api-client.ts';

interface Told {
  readonly position: string;
}

/** What live messages told of recipes and people, newest of each: playlists of earlier positions show it. */
export interface News {
  /** By recipe; null for a withdrawn one. */
  readonly recipes: Readonly<Record<string, Told & { readonly recipe: PlaylistRecipe | null }>>;
  /** By uid. */
  readonly names: Readonly<Record<string, Told & { readonly name: string }>>;
}

export const noNews: News = { recipes: {}, names: {} };

const isNewer = (position: string, known: Told | undefined): boolean =>
  known === undefined || !positionAtLeast(known.position, position);

/** Takes in what a message tells of a recipe or a person; the same news come back when it is of something else. */
export function withNews(news: News, message: LiveMessage): News {
  const { position } = message;
  const told = (id: string, recipe: PlaylistRecipe | null): News =>
    isNewer(position, news.recipes[id]) ? { ...news, recipes: { ...news.recipes, [id]: { position, recipe } } } : news;
  switch (message.kind) {
    case 'recipe.revised':
      return told(message.recipe.id, listed(message.recipe));
    case 'recipe.withdrawn':
      return told(message.recipeId, null);
    case 'person.changed': {
      const { uid, name } = message;
      return isNewer(position, news.names[uid])
        ? { ...news, names: { ...news.names, [uid]: { position, name } } }
        : news;
    }
    default:
      return news;
  }
}

/** What a playlist shows of a recipe. */
const listed = ({ id, title, cuisine, imageUrl, pictures }: RecipeCard): PlaylistRecipe => ({
  id,
  title,
  cuisine,
  ...(imageUrl !== undefined && { imageUrl }),
  ...(pictures !== undefined && { pictures }),
});

/** The news that a reading as of `position` does not include. */
export const newsSince = ({ recipes, names }: News, position: string): News => ({
  recipes: later(recipes, position),
  names: later(names, position),
});

const later = <T extends Told>(told: Readonly<Record<string, T>>, position: string): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(told).filter(([, of]) => !positionAtLeast(position, of.position)));

/** A playlist that was written at `position`, with later news; the same one when it shows them already. */
export function withNewsOn(playlist: Playlist, position: string, { recipes, names }: News): Playlist {
  const since = <T extends Told>(told: T | undefined) =>
    told && !positionAtLeast(position, told.position) ? told : undefined;
  const ownerName = since(names[playlist.ownerId])?.name ?? playlist.ownerName;
  const shown = playlist.recipes.flatMap((recipe) => {
    const told = since(recipes[recipe.id]);
    return told ? (told.recipe ?? []) : recipe;
  });
  const same =
    ownerName === playlist.ownerName &&
    shown.length === playlist.recipes.length &&
    shown.every((recipe, at) => recipe === playlist.recipes[at]);
  return same ? playlist : { ...playlist, ownerName, recipes: shown };
}
