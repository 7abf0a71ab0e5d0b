import type { PlaylistCard, PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { applyLike, type Likeable } from '../../lib/sync/likes.ts';

/** A cached playlist. After a change by others, it may have only its cover's recipes; `recipeCount` is then set. */
export interface CachedPlaylist extends PlaylistCard, Pick<Likeable, 'likedByMeRevision'> {
  /** Set while its deletion is pending. */
  readonly isDeleted?: boolean;
}

/** A change that the user makes. */
export type PlaylistChange =
  | { readonly kind: 'like'; readonly liked: boolean }
  | { readonly kind: 'addRecipe'; readonly recipe: PlaylistRecipe }
  | { readonly kind: 'removeRecipe'; readonly recipeId: string }
  | { readonly kind: 'delete' };

const hasRecipe = ({ recipes }: CachedPlaylist, id: string): boolean => recipes.some((recipe) => recipe.id === id);

export function applyChange(playlist: CachedPlaylist, change: PlaylistChange): CachedPlaylist {
  switch (change.kind) {
    case 'like':
      return applyLike(playlist, change.liked);
    case 'addRecipe':
      if (hasRecipe(playlist, change.recipe.id)) return playlist;
      return { ...playlist, recipes: [...playlist.recipes, change.recipe] };
    case 'removeRecipe':
      return { ...playlist, recipes: playlist.recipes.filter(({ id }) => id !== change.recipeId) };
    case 'delete':
      return { ...playlist, isDeleted: true };
  }
}
