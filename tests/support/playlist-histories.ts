/** Random histories of Mia's playlists, with likes by Mia and Sam. Steps that are not possible are skipped. */
import fc from 'fast-check';
import type { GivenEvent } from './applied-batches.ts';
import { recipeText } from './recipe-histories.ts';

const recipeIds = ['ramen', 'pie', 'feta', 'soup', 'stew'];

interface PlaylistState {
  isPrivate: boolean;
  recipes: string[];
  likes: string[];
}

const kinds = ['create', 'rename', 'hide', 'show', 'like', 'add', 'remove', 'delete'] as const;
type Kind = (typeof kinds)[number];

/** Mostly steps that leave something to change. */
const kind = fc.constantFrom<Kind[]>(...kinds, 'create', 'create', 'show', 'like', 'like', 'add', 'add');

export const playlistHistory = fc
  .array(fc.tuple(kind, fc.nat(), fc.nat()), { minLength: 15, maxLength: 40, size: 'max' })
  .map((steps): GivenEvent[] => {
    const playlists = new Map<string, PlaylistState>();
    const published = recipeIds.map(
      (id): GivenEvent => [`recipe-${id}`, 'RecipePublished', { ...recipeText, title: id }],
    );
    const create = (n: number): GivenEvent[] => {
      const recipes = recipeIds.slice(0, 1 + (n % recipeIds.length));
      playlists.set(`${n}`, { isPrivate: false, recipes, likes: [] });
      const data = { name: 'New', description: '', isPrivate: false, recipeIds: recipes };
      return [[`playlist-${n}`, 'PlaylistCreated', data, 'mia']];
    };
    const changes = steps.flatMap(([step, which, other], n): GivenEvent[] => {
      const [id, playlist] = [...playlists][which % Math.max(1, playlists.size)] ?? [];
      if (step === 'create') return create(n);
      if (id === undefined || playlist === undefined) return [];
      const event = (type: string, data = {}, actor = 'mia'): GivenEvent[] => [[`playlist-${id}`, type, data, actor]];
      if (step === 'delete') playlists.delete(id);
      return change(step, playlist, other, n, event);
    });
    return [...published, ...changes];
  });

function change(
  step: Exclude<Kind, 'create'>,
  playlist: PlaylistState,
  which: number,
  n: number,
  event: (type: string, data?: object, actor?: string) => GivenEvent[],
): GivenEvent[] {
  const revised = () =>
    event('PlaylistRevised', { name: `Revised ${n}`, description: '', isPrivate: playlist.isPrivate });
  switch (step) {
    case 'rename':
      return revised();
    case 'hide':
    case 'show':
      playlist.isPrivate = step === 'hide';
      return revised();
    case 'like': {
      const actor = playlist.isPrivate || which % 2 === 0 ? 'mia' : 'sam';
      const isLiked = playlist.likes.includes(actor);
      playlist.likes = isLiked ? playlist.likes.filter((uid) => uid !== actor) : [...playlist.likes, actor];
      return event(isLiked ? 'PlaylistUnliked' : 'PlaylistLiked', {}, actor);
    }
    case 'add': {
      const recipeId = recipeIds[which % recipeIds.length] ?? '';
      if (playlist.recipes.includes(recipeId)) return [];
      playlist.recipes.push(recipeId);
      return event('RecipeAddedToPlaylist', { recipeId });
    }
    case 'remove': {
      const recipeId = playlist.recipes[which % playlist.recipes.length];
      if (recipeId === undefined || playlist.recipes.length === 1) return [];
      playlist.recipes = playlist.recipes.filter((id) => id !== recipeId);
      return event('RecipeRemovedFromPlaylist', { recipeId });
    }
    case 'delete':
      return event('PlaylistDeleted');
  }
}
