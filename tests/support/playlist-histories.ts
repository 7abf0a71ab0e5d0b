/** Playlists of Mia's, which she and Sam like: each step is taken if it is possible then. */
import fc from 'fast-check';
import type { Happened } from './applied-batches.ts';
import { recipeText } from './recipe-histories.ts';

const recipeIds = ['ramen', 'pie', 'feta', 'soup', 'stew'];

interface Kept {
  isPrivate: boolean;
  recipes: string[];
  likes: string[];
}

const kinds = ['create', 'rename', 'hide', 'show', 'like', 'add', 'remove', 'delete'] as const;
type Kind = (typeof kinds)[number];

/** Mostly what leaves something to change. */
const kind = fc.constantFrom<Kind[]>(...kinds, 'create', 'create', 'show', 'like', 'like', 'add', 'add');

export const playlistHistory = fc
  .array(fc.tuple(kind, fc.nat(), fc.nat()), { minLength: 15, maxLength: 40, size: 'max' })
  .map((steps): Happened[] => {
    const playlists = new Map<string, Kept>();
    const published = recipeIds.map(
      (id): Happened => [`recipe-${id}`, 'RecipePublished', { ...recipeText, title: id }],
    );
    const create = (n: number): Happened[] => {
      const recipes = recipeIds.slice(0, 1 + (n % recipeIds.length));
      playlists.set(`${n}`, { isPrivate: false, recipes, likes: [] });
      const data = { name: 'New', description: '', isPrivate: false, recipeIds: recipes };
      return [[`playlist-${n}`, 'PlaylistCreated', data, 'mia']];
    };
    const taken = steps.flatMap(([step, which, other], n): Happened[] => {
      const [id, kept] = [...playlists][which % Math.max(1, playlists.size)] ?? [];
      if (step === 'create') return create(n);
      if (id === undefined || kept === undefined) return [];
      const happened = (type: string, data = {}, actor = 'mia'): Happened[] => [[`playlist-${id}`, type, data, actor]];
      if (step === 'delete') playlists.delete(id);
      return change(step, kept, other, n, happened);
    });
    return [...published, ...taken];
  });

function change(
  step: Exclude<Kind, 'create'>,
  kept: Kept,
  which: number,
  n: number,
  happened: (type: string, data?: object, actor?: string) => Happened[],
): Happened[] {
  const revised = () =>
    happened('PlaylistRevised', { name: `Revised ${n}`, description: '', isPrivate: kept.isPrivate });
  switch (step) {
    case 'rename':
      return revised();
    case 'hide':
    case 'show':
      kept.isPrivate = step === 'hide';
      return revised();
    case 'like': {
      const actor = kept.isPrivate || which % 2 === 0 ? 'mia' : 'sam';
      const isLiked = kept.likes.includes(actor);
      kept.likes = isLiked ? kept.likes.filter((uid) => uid !== actor) : [...kept.likes, actor];
      return happened(isLiked ? 'PlaylistUnliked' : 'PlaylistLiked', {}, actor);
    }
    case 'add': {
      const recipeId = recipeIds[which % recipeIds.length] ?? '';
      if (kept.recipes.includes(recipeId)) return [];
      kept.recipes.push(recipeId);
      return happened('RecipeAddedToPlaylist', { recipeId });
    }
    case 'remove': {
      const recipeId = kept.recipes[which % kept.recipes.length];
      if (recipeId === undefined || kept.recipes.length === 1) return [];
      kept.recipes = kept.recipes.filter((id) => id !== recipeId);
      return happened('RecipeRemovedFromPlaylist', { recipeId });
    }
    case 'delete':
      return happened('PlaylistDeleted');
  }
}
