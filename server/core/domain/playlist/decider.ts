import type { Happened } from '../happened.ts';
import { Refusal } from '../refusal.ts';
import { line, text } from '../text.ts';
import { type PlaylistEvent, playlistCategory } from './events.ts';
import { playlistEvents } from './upcast.ts';

export const maxRecipes = 100;

/** Of the recipes that a command names, those which are not there, or not any more. */
type UnknownRecipes = readonly string[];

export type PlaylistCommand =
  | {
      type: 'CreatePlaylist';
      name: string;
      description: string;
      isPrivate: boolean;
      recipeIds: readonly string[];
      unknown: UnknownRecipes;
    }
  /** What is left out stays as it is. */
  | {
      type: 'RevisePlaylist';
      actor: string;
      name?: string | undefined;
      description?: string | undefined;
      isPrivate?: boolean | undefined;
      recipeIds?: readonly string[] | undefined;
      unknown: UnknownRecipes;
    }
  | {
      type: 'AddRecipe';
      actor: string;
      recipeId: string;
      unknown: UnknownRecipes;
      /** Recipes that are not there any more: they take no room from those that can be seen. */
      withdrawn: readonly string[];
    }
  | { type: 'RemoveRecipe'; actor: string; recipeId: string }
  | { type: 'ToggleLike'; actor: string }
  | { type: 'DeletePlaylist'; actor: string };

/** What decisions need of a playlist. `evolve` owns the state that it is given and changes it in place. */
export type PlaylistState =
  | { status: 'new' }
  | {
      status: 'kept';
      ownerId: string;
      createdAt: string;
      name: string;
      description: string;
      isPrivate: boolean;
      /** In the order in which they were added. */
      recipes: Set<string>;
      likes: Set<string>;
    }
  | { status: 'deleted' };

type KeptPlaylist = Extract<PlaylistState, { status: 'kept' }>;
type Revision = Extract<PlaylistCommand, { type: 'RevisePlaylist' }>;

/** A private playlist is not there for anybody but its owner. */
const seenBy = (actor: string, state: PlaylistState): KeptPlaylist => {
  if (state.status !== 'kept' || (state.isPrivate && state.ownerId !== actor)) {
    throw new Refusal('not-found', 'PLAYLIST_NOT_FOUND', 'Playlist not found');
  }
  return state;
};

const ownedBy = (actor: string, state: PlaylistState): KeptPlaylist => {
  const playlist = seenBy(actor, state);
  if (playlist.ownerId !== actor) {
    throw new Refusal('forbidden', 'NOT_THE_OWNER', 'Only its owner can change this playlist');
  }
  return playlist;
};

const named = (name: string): string => {
  const written = line(name);
  if (written === '') throw new Refusal('invalid', 'NAME_REQUIRED', 'A playlist needs a name', 'name');
  return written;
};

const notEmpty = (recipes: number, field?: string): void => {
  if (recipes === 0) throw new Refusal('invalid', 'RECIPE_REQUIRED', 'A playlist needs at least one recipe', field);
};

const notTooMany = (recipes: number): void => {
  if (recipes > maxRecipes) {
    throw new Refusal('conflict', 'PLAYLIST_FULL', `A playlist holds ${maxRecipes} recipes; remove some first`);
  }
};

const twice = (field: string): Refusal =>
  new Refusal('conflict', 'RECIPE_IN_PLAYLIST', 'This recipe is in the playlist already', field);

const known = (added: readonly string[], unknown: UnknownRecipes, field: string): void => {
  if (added.some((recipeId) => unknown.includes(recipeId))) {
    throw new Refusal('not-found', 'RECIPE_NOT_FOUND', 'Recipe not found', field);
  }
};

/** As many as a playlist may have, each once. */
function gathered(recipeIds: readonly string[]): Set<string> {
  const recipes = new Set(recipeIds);
  notEmpty(recipes.size, 'recipes');
  if (recipes.size < recipeIds.length) throw twice('recipes');
  notTooMany(recipes.size);
  return recipes;
}

const added = (recipeId: string): PlaylistEvent => ({ type: 'RecipeAddedToPlaylist', data: { recipeId } });
const removed = (recipeId: string): PlaylistEvent => ({ type: 'RecipeRemovedFromPlaylist', data: { recipeId } });

function revise(playlist: KeptPlaylist, revision: Revision): PlaylistEvent[] {
  const name = revision.name === undefined ? playlist.name : named(revision.name);
  const description = revision.description === undefined ? playlist.description : text(revision.description);
  const isPrivate = revision.isPrivate ?? playlist.isPrivate;
  const recipes = revision.recipeIds ? gathered(revision.recipeIds) : playlist.recipes;
  const more = [...recipes].filter((recipeId) => !playlist.recipes.has(recipeId));
  known(more, revision.unknown, 'recipes');
  const same = name === playlist.name && description === playlist.description && isPrivate === playlist.isPrivate;
  return [
    ...(same ? [] : [{ type: 'PlaylistRevised' as const, data: { name, description, isPrivate } }]),
    ...[...playlist.recipes].filter((recipeId) => !recipes.has(recipeId)).map(removed),
    ...more.map(added),
  ];
}

function decide(command: PlaylistCommand, state: PlaylistState): PlaylistEvent[] {
  switch (command.type) {
    case 'CreatePlaylist': {
      if (state.status !== 'new') throw new Refusal('conflict', 'PLAYLIST_EXISTS', 'This playlist exists already');
      const { description, isPrivate } = command;
      const data = { name: named(command.name), description: text(description), isPrivate };
      const recipeIds = [...gathered(command.recipeIds)];
      known(recipeIds, command.unknown, 'recipes');
      return [{ type: 'PlaylistCreated', data: { ...data, recipeIds } }];
    }
    case 'RevisePlaylist':
      return revise(ownedBy(command.actor, state), command);
    case 'AddRecipe': {
      const { recipes } = ownedBy(command.actor, state);
      known([command.recipeId], command.unknown, 'recipeId');
      if (recipes.has(command.recipeId)) throw twice('recipeId');
      const unseen = command.withdrawn.filter((recipeId) => recipes.has(recipeId));
      notTooMany(recipes.size - unseen.length + 1);
      return [added(command.recipeId)];
    }
    case 'RemoveRecipe': {
      const { recipes } = ownedBy(command.actor, state);
      if (!recipes.has(command.recipeId)) {
        throw new Refusal('not-found', 'RECIPE_NOT_IN_PLAYLIST', 'This recipe is not in the playlist');
      }
      notEmpty(recipes.size - 1);
      return [removed(command.recipeId)];
    }
    case 'ToggleLike': {
      const { likes } = seenBy(command.actor, state);
      return [{ type: likes.has(command.actor) ? 'PlaylistUnliked' : 'PlaylistLiked', data: {} }];
    }
    case 'DeletePlaylist':
      ownedBy(command.actor, state);
      return [{ type: 'PlaylistDeleted', data: {} }];
  }
}

function evolve(state: PlaylistState, event: Happened<PlaylistEvent>): PlaylistState {
  const { actor, at } = event.meta;
  if (event.type === 'PlaylistCreated') {
    const { recipeIds, ...written } = event.data;
    const recipes = new Set(recipeIds);
    return { status: 'kept', ownerId: actor, createdAt: at, ...written, recipes, likes: new Set() };
  }
  if (state.status !== 'kept') return state;
  switch (event.type) {
    case 'PlaylistRevised':
      return Object.assign(state, event.data);
    case 'PlaylistLiked':
      state.likes.add(actor);
      return state;
    case 'PlaylistUnliked':
      state.likes.delete(actor);
      return state;
    case 'RecipeAddedToPlaylist':
      state.recipes.add(event.data.recipeId);
      return state;
    case 'RecipeRemovedFromPlaylist':
      state.recipes.delete(event.data.recipeId);
      return state;
    case 'PlaylistDeleted':
      return { status: 'deleted' };
  }
}

export const playlist = {
  category: playlistCategory,
  events: playlistEvents,
  initial: (): PlaylistState => ({ status: 'new' }),
  decide,
  evolve,
  weight: (state: PlaylistState): number => (state.status === 'kept' ? state.likes.size + state.recipes.size : 0),
};
