import type { PlaylistCard, PlaylistRecipe } from '../../../server/core/contracts/playlists.ts';
import { applyLike, type Likeable } from '../../lib/sync/likes.ts';
import type { ChangeText } from '../../lib/sync/pending-changes.ts';

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

/** A change as a sentence. */
export function describeChange(change: PlaylistChange, playlist: CachedPlaylist | undefined): ChangeText {
  const name = playlist?.name ?? 'a playlist';
  switch (change.kind) {
    case 'like':
      return { verb: change.liked ? 'Like' : 'Unlike', what: name };
    case 'addRecipe':
      return { verb: 'Add', what: change.recipe.title, rest: ` to ${name}` };
    case 'removeRecipe': {
      const title = playlist?.recipes.find(({ id }) => id === change.recipeId)?.title ?? 'a recipe';
      return { verb: 'Remove', what: title, rest: ` from ${name}` };
    }
    case 'delete':
      return { verb: 'Delete', what: name };
  }
}
