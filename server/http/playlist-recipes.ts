import { playlistsModel } from '../../projections/definitions/playlists.ts';
import type { ReadModelReader } from '../../projections/read-models/read-model-store.ts';
import type { PlaylistRecipe } from '../contracts/playlists.ts';
import { HttpError } from './errors.ts';

/** How long (ms) playlists are waited for to know a recipe. */
const patience = 2_000;

export interface PlaylistRecipes {
  /** The recipes as playlists show them; what was withdrawn is left out. */
  shown(ids: readonly string[]): Promise<PlaylistRecipe[]>;
  /** @throws HttpError 404 when there is no such recipe among them */
  require(ids: readonly string[]): Promise<void>;
}

/** @param recipes where recipes are seen first: whoever has just published one goes on from there */
export function createPlaylistRecipes(playlists: ReadModelReader, recipes: ReadModelReader): PlaylistRecipes {
  const read = (ids: readonly string[]) => playlists.getMany(playlistsModel.recipes, ids);
  const known = async (ids: readonly string[]): Promise<boolean> => !(await read(ids)).includes(undefined);
  const catchUp = async (): Promise<void> => {
    const position = await recipes.position();
    if (position !== undefined) await playlists.waitFor(position, patience);
  };
  return {
    async shown(ids) {
      const documents = await read(ids);
      return documents.flatMap((document) => (document ? JSON.parse(document.json) : []));
    },
    async require(ids) {
      if (await known(ids)) return;
      await catchUp();
      if (!(await known(ids))) throw new HttpError(404, 'RECIPE_NOT_FOUND', 'Recipe not found');
    },
  };
}
