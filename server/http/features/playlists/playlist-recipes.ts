import { playlistsModel } from '../../../../projections/definitions/stored-playlists.ts';
import type { ReadModelReader } from '../../../../projections/read-models/read-model-store.ts';
import { msUntil } from '../../../commands/deadline.ts';
import type { PlaylistRecipe } from '../../../core/contracts/playlists.ts';
import { readYourWritesTimeoutMs } from '../../writing/execute-command.ts';

/** More such recipes than any playlist has; every read needs a bound. */
const maxListed = 10_000;

export interface PlaylistRecipes {
  /** The recipes as playlists show them, without withdrawn ones. */
  shown(ids: readonly string[]): Promise<PlaylistRecipe[]>;
  /** Ids of withdrawn recipes that were in the playlist. */
  withdrawnFrom(playlistId: string): Promise<string[]>;
  /** Ids of its recipes that moderators have hidden. */
  hiddenFrom(playlistId: string): Promise<string[]>;
  /** The ids without a recipe. @param deadline of the request, in ms of `performance.now()` */
  missing(ids: readonly string[], deadline: number): Promise<string[]>;
}

/** @param recipes the read model that shows users a new recipe first: they may add it to a playlist at once */
export function createPlaylistRecipes(playlists: ReadModelReader, recipes: ReadModelReader): PlaylistRecipes {
  const read = (ids: readonly string[]) => playlists.getMany(playlistsModel.recipes, ids);
  const findMissing = async (ids: readonly string[]): Promise<string[]> => {
    const documents = await read(ids);
    return ids.filter((_, index) => documents[index] === undefined);
  };
  const listedIn = async (index: string): Promise<string[]> => {
    const entries = await playlists.range(index, { direction: 'ascending', limit: maxListed });
    return entries.map(({ member }) => member);
  };
  const catchUp = async (deadline: number): Promise<void> => {
    const position = await recipes.position();
    if (position !== undefined) await playlists.waitFor(position, msUntil(deadline, readYourWritesTimeoutMs));
  };
  return {
    async shown(ids) {
      const documents = await read(ids);
      return documents.flatMap((document) => (document ? JSON.parse(document.json) : []));
    },
    withdrawnFrom: (playlistId) => listedIn(playlistsModel.withdrawnFrom(playlistId)),
    hiddenFrom: (playlistId) => listedIn(playlistsModel.hiddenFrom(playlistId)),
    async missing(ids, deadline) {
      const missing = await findMissing(ids);
      if (missing.length === 0) return [];
      await catchUp(deadline);
      return findMissing(missing);
    },
  };
}
