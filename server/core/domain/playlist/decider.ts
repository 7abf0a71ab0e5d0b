import { playlistLimits } from '../../contracts/limits.ts';
import { likeChange } from '../comments.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line, text } from '../text.ts';
import { type PlaylistEvent, playlistCategory } from './events.ts';
import { playlistRefusals } from './refusals.ts';
import { playlistEvents } from './upcast.ts';

/** Ids of the recipes in a command that do not exist. */
type MissingRecipes = readonly string[];
/** Ids of recipes that were withdrawn: they do not count towards the limit. */
type WithdrawnRecipes = readonly string[];

export type PlaylistCommand =
  | {
      type: 'CreatePlaylist';
      name: string;
      description: string;
      isPrivate: boolean;
      recipeIds: readonly string[];
      missingRecipeIds: MissingRecipes;
    }
  /** An omitted field stays unchanged. */
  | {
      type: 'RevisePlaylist';
      actor: string;
      name?: string | undefined;
      description?: string | undefined;
      isPrivate?: boolean | undefined;
      recipeIds?: readonly string[] | undefined;
      /** What the editor was shown. Recipes that are in neither list stay. Default: all but `hiddenRecipeIds`. */
      shownRecipeIds?: readonly string[] | undefined;
      missingRecipeIds: MissingRecipes;
      /** Recipes that moderators have hidden, which the owner does not see. */
      hiddenRecipeIds: readonly string[];
      withdrawn: WithdrawnRecipes;
    }
  | {
      type: 'AddRecipe';
      actor: string;
      recipeId: string;
      missingRecipeIds: MissingRecipes;
      withdrawn: WithdrawnRecipes;
    }
  | { type: 'RemoveRecipe'; actor: string; recipeId: string }
  /** Without `liked`, toggles the like. */
  | { type: 'Like'; actor: string; liked?: boolean | undefined }
  | { type: 'DeletePlaylist'; actor: string };

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export type PlaylistState =
  | { status: 'new' }
  | {
      status: 'created';
      ownerId: string;
      createdAt: string;
      name: string;
      description: string;
      isPrivate: boolean;
      /** In the order of their addition. */
      recipes: Set<string>;
      likes: Set<string>;
    }
  | { status: 'deleted' };

type CreatedPlaylist = Extract<PlaylistState, { status: 'created' }>;
type Revision = Extract<PlaylistCommand, { type: 'RevisePlaylist' }>;

/** For other users a private playlist does not exist. */
const visibleTo = (actor: string, state: PlaylistState): CreatedPlaylist => {
  if (state.status !== 'created' || (state.isPrivate && state.ownerId !== actor)) throw playlistRefusals.notFound();
  return state;
};

const ownedBy = (actor: string, state: PlaylistState): CreatedPlaylist => {
  const playlist = visibleTo(actor, state);
  if (playlist.ownerId !== actor) throw playlistRefusals.notTheOwner();
  return playlist;
};

const validName = (name: string): string => {
  const normalized = line(name);
  if (normalized === '') throw playlistRefusals.nameRequired();
  return normalized;
};

const assertNotEmpty = (recipes: number, field?: string): void => {
  if (recipes === 0) throw playlistRefusals.recipeRequired(field);
};

const assertNotTooMany = (recipes: number): void => {
  if (recipes > playlistLimits.recipes) throw playlistRefusals.full();
};

const assertExist = (added: readonly string[], missingRecipeIds: MissingRecipes, field: string): void => {
  if (added.some((recipeId) => missingRecipeIds.includes(recipeId))) throw playlistRefusals.recipeNotFound(field);
};

/** @throws Refusal for no recipe, a repeated one, or too many */
function validRecipes(recipeIds: readonly string[]): Set<string> {
  const recipes = new Set(recipeIds);
  assertNotEmpty(recipes.size, 'recipes');
  if (recipes.size < recipeIds.length) throw playlistRefusals.recipeInPlaylist('recipes');
  assertNotTooMany(recipes.size);
  return recipes;
}

/** Hidden recipes count, because they may be restored. */
const countOf = (recipes: ReadonlySet<string>, withdrawn: WithdrawnRecipes): number =>
  recipes.size - withdrawn.filter((recipeId) => recipes.has(recipeId)).length;

const added = (recipeId: string): PlaylistEvent => ({ type: 'RecipeAddedToPlaylist', data: { recipeId } });
const removed = (recipeId: string): PlaylistEvent => ({ type: 'RecipeRemovedFromPlaylist', data: { recipeId } });

/**
 * The recipes after the changes from those that the editor was shown to those that they list.
 * @throws Refusal as `validRecipes`
 */
function merged({ recipes }: CreatedPlaylist, listedIds: readonly string[], revision: Revision): Set<string> {
  const listed = validRecipes(listedIds);
  const shown = new Set(revision.shownRecipeIds ?? recipes);
  if (!revision.shownRecipeIds) for (const recipeId of revision.hiddenRecipeIds) shown.delete(recipeId);
  const kept = [...recipes].filter((recipeId) => listed.has(recipeId) || !shown.has(recipeId));
  const result = new Set([...kept, ...[...listed].filter((recipeId) => !shown.has(recipeId))]);
  assertNotEmpty(result.size, 'recipes');
  if (result.size > kept.length) assertNotTooMany(countOf(result, revision.withdrawn));
  return result;
}

function revise(playlist: CreatedPlaylist, revision: Revision): PlaylistEvent[] {
  const name = revision.name === undefined ? playlist.name : validName(revision.name);
  const description = revision.description === undefined ? playlist.description : text(revision.description);
  const isPrivate = revision.isPrivate ?? playlist.isPrivate;
  const recipes = revision.recipeIds ? merged(playlist, revision.recipeIds, revision) : playlist.recipes;
  const newRecipes = [...recipes].filter((recipeId) => !playlist.recipes.has(recipeId));
  assertExist(newRecipes, revision.missingRecipeIds, 'recipes');
  const isSame = name === playlist.name && description === playlist.description && isPrivate === playlist.isPrivate;
  return [
    ...(isSame ? [] : [{ type: 'PlaylistRevised' as const, data: { name, description, isPrivate } }]),
    ...[...playlist.recipes].filter((recipeId) => !recipes.has(recipeId)).map(removed),
    ...newRecipes.map(added),
  ];
}

function decide(command: PlaylistCommand, state: PlaylistState): PlaylistEvent[] {
  switch (command.type) {
    case 'CreatePlaylist': {
      if (state.status !== 'new') throw playlistRefusals.idInUse();
      const { description, isPrivate } = command;
      const data = { name: validName(command.name), description: text(description), isPrivate };
      const recipeIds = [...validRecipes(command.recipeIds)];
      assertExist(recipeIds, command.missingRecipeIds, 'recipes');
      return [{ type: 'PlaylistCreated', data: { ...data, recipeIds } }];
    }
    case 'RevisePlaylist':
      return revise(ownedBy(command.actor, state), command);
    case 'AddRecipe': {
      const { recipes } = ownedBy(command.actor, state);
      assertExist([command.recipeId], command.missingRecipeIds, 'recipeId');
      if (recipes.has(command.recipeId)) throw playlistRefusals.recipeInPlaylist('recipeId');
      assertNotTooMany(countOf(recipes, command.withdrawn) + 1);
      return [added(command.recipeId)];
    }
    case 'RemoveRecipe': {
      const { recipes } = ownedBy(command.actor, state);
      if (!recipes.has(command.recipeId)) throw playlistRefusals.recipeNotInPlaylist();
      assertNotEmpty(recipes.size - 1);
      return [removed(command.recipeId)];
    }
    case 'Like': {
      const liked = likeChange(visibleTo(command.actor, state).likes, command.actor, command.liked);
      return liked === undefined ? [] : [{ type: liked ? 'PlaylistLiked' : 'PlaylistUnliked', data: {} }];
    }
    case 'DeletePlaylist':
      ownedBy(command.actor, state);
      return [{ type: 'PlaylistDeleted', data: {} }];
  }
}

function evolve(state: PlaylistState, event: EventWithMetadata<PlaylistEvent>): PlaylistState {
  const { actor, at } = event.meta;
  if (event.type === 'PlaylistCreated') {
    const { recipeIds, ...fields } = event.data;
    const recipes = new Set(recipeIds);
    return { status: 'created', ownerId: actor, createdAt: at, ...fields, recipes, likes: new Set() };
  }
  if (state.status !== 'created') return state;
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
  weight: (state: PlaylistState): number => (state.status === 'created' ? state.likes.size + state.recipes.size : 0),
};
