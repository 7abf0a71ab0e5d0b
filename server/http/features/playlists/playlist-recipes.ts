import { playlistsModel } from '../../../../projections/definitions/playlists.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import type { PlaylistRecipe } from '../../../core/contracts/playlists.ts';

/** How long (ms) playlists are waited for to know a recipe. */
const patience = 2_000;

/** More than a playlist ever lost; a bound all the same. */
const mostWithdrawn = 10_000;

export interface PlaylistRecipes {
  /** The recipes as playlists show them; what was withdrawn is left out. */
  shown(ids: readonly string[]): Promise<PlaylistRecipe[]>;
  /** Those which were in a playlist and are recipes no more. */
  withdrawnFrom(playlistId: string): Promise<string[]>;
  /** Those which are no recipes. */
  unknown(ids: readonly string[]): Promise<string[]>;
}

/** @param recipes where recipes are seen first: whoever has just published one goes on from there */
export function createPlaylistRecipes(playlists: ReadModelReader, recipes: ReadModelReader): PlaylistRecipes {
  const read = (ids: readonly string[]) => playlists.getMany(playlistsModel.recipes, ids);
  const unknown = async (ids: readonly string[]): Promise<string[]> => {
    const documents = await read(ids);
    return ids.filter((_, at) => documents[at] === undefined);
  };
  const catchUp = async (): Promise<void> => {
    const position = await recipes.position();
    if (position !== undefined) await playlists.waitFor(position, patience);
  };
  return {
    async shown(ids) {
      const documents = await read(ids);
      return documents.flatMap((document) => (document ? JSON.parse(document.json) : []));
    },
    async withdrawnFrom(playlistId) {
      const index = playlistsModel.withdrawnFrom(playlistId);
      const entries = await playlists.range(index, { direction: 'ascending', limit: mostWithdrawn });
      return entries.map(({ member }) => member);
    },
    async unknown(ids) {
      const missed = await unknown(ids);
      if (missed.length === 0) return [];
      await catchUp();
      return unknown(missed);
    },
  };
}
