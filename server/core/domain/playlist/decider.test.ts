import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { playlistLimits } from '../../contracts/limits.ts';
import { type PlaylistCommand, playlist } from './decider.ts';
import type { PlaylistEvent } from './events.ts';

const written = { name: 'Sunday slow', description: 'Pots that simmer.', isPrivate: false };
const created: PlaylistEvent = { type: 'PlaylistCreated', data: { ...written, recipeIds: ['ramen', 'pie'] } };
const hidden: PlaylistEvent = { type: 'PlaylistRevised', data: { ...written, isPrivate: true } };
const added = (recipeId: string): PlaylistEvent => ({ type: 'RecipeAddedToPlaylist', data: { recipeId } });
const removed = (recipeId: string): PlaylistEvent => ({ type: 'RecipeRemovedFromPlaylist', data: { recipeId } });
const liked: PlaylistEvent = { type: 'PlaylistLiked', data: {} };

const publicOne = by('mia', created);
const privateOne = by<PlaylistEvent>('mia', created, hidden);

describe('creating a playlist', () => {
  const create = (change: object = {}): PlaylistCommand => ({
    type: 'CreatePlaylist',
    ...written,
    recipeIds: ['ramen', 'pie'],
    missingRecipeIds: [],
    ...change,
  });
  it('trims the name, and keeps the order of the recipes', () => {
    given(playlist, [])
      .when(create({ name: '  Sunday slow ', description: ' Pots that simmer.\n' }))
      .decides(created);
  });
  it('requires a name and at least one recipe', () => {
    given(playlist, [])
      .when(create({ name: ' \n' }))
      .refused('NAME_REQUIRED');
    given(playlist, [])
      .when(create({ recipeIds: [] }))
      .refused('RECIPE_REQUIRED');
  });
  it('refuses a repeated recipe, and more recipes than the limit', () => {
    given(playlist, [])
      .when(create({ recipeIds: ['ramen', 'ramen'] }))
      .refused('RECIPE_IN_PLAYLIST');
    const many = Array.from({ length: playlistLimits.recipes + 1 }, (_, n) => `recipe-${n}`);
    given(playlist, [])
      .when(create({ recipeIds: many }))
      .refused('PLAYLIST_FULL');
  });
  it('refuses a recipe that does not exist', () => {
    given(playlist, [])
      .when(create({ missingRecipeIds: ['pie'] }))
      .refused('RECIPE_NOT_FOUND');
  });
  it('is possible once', () => {
    given(playlist, publicOne).when(create()).refused('ID_IN_USE');
    const deleted: PlaylistEvent = { type: 'PlaylistDeleted', data: {} };
    given(playlist, by<PlaylistEvent>('mia', created, deleted))
      .when(create())
      .refused('ID_IN_USE');
  });
});

describe('revising a playlist', () => {
  const revise = (actor: string, change: object): PlaylistCommand => ({
    type: 'RevisePlaylist',
    actor,
    missingRecipeIds: [],
    hiddenRecipeIds: [],
    withdrawn: [],
    ...change,
  });
  it('changes only the given fields', () => {
    given(playlist, publicOne)
      .when(revise('mia', { name: ' Slow ' }))
      .decides({ type: 'PlaylistRevised', data: { ...written, name: 'Slow' } });
    given(playlist, publicOne)
      .when(revise('mia', { isPrivate: true }))
      .decides(hidden);
    given(playlist, privateOne)
      .when(revise('mia', { name: ' Slow ' }))
      .decides({ type: 'PlaylistRevised', data: { ...written, name: 'Slow', isPrivate: true } });
  });
  it('records one event for each added or removed recipe', () => {
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'feta', 'mapo'] }))
      .decides(removed('ramen'), added('feta'), added('mapo'));
  });
  it('keeps a hidden recipe, which the owner does not see', () => {
    const revised = (recipeIds: string[], hiddenRecipeIds: string[]) =>
      given(playlist, publicOne).when(revise('mia', { recipeIds, hiddenRecipeIds }));
    revised(['pie'], ['ramen']).decides();
    revised(['feta'], ['ramen']).decides(removed('pie'), added('feta'));
    revised(['pie', 'ramen'], ['ramen']).decides();
    // It was removed meanwhile.
    revised(['pie', 'ramen'], ['mapo']).decides();
    revised([], ['ramen']).refused('RECIPE_REQUIRED');
    const full = Array.from({ length: playlistLimits.recipes }, (_, n) => `recipe-${n}`);
    revised(full, ['ramen']).refused('PLAYLIST_FULL');
    revised(full.slice(1), ['ramen']).decides(removed('pie'), ...full.slice(1).map(added));
  });
  it('changes only what the editor has changed, if they say which recipes they were shown', () => {
    const shownAs = (shownRecipeIds: string[], recipeIds: string[], change: object = {}) =>
      given(playlist, publicOne).when(revise('mia', { shownRecipeIds, recipeIds, ...change }));
    // The ramen was hidden when the edit began, or is new.
    shownAs(['pie'], ['pie']).decides();
    shownAs(['pie'], ['feta']).decides(removed('pie'), added('feta'));
    // The feta was removed by another edit.
    shownAs(['ramen', 'pie', 'feta'], ['pie', 'feta']).decides(removed('ramen'));
    shownAs(['ramen', 'pie', 'feta'], ['feta']).refused('RECIPE_REQUIRED');
    // Both have added the ramen.
    shownAs(['pie'], ['pie', 'ramen']).decides();
    // The ramen was hidden during the edit.
    shownAs(['ramen', 'pie'], ['pie'], { hiddenRecipeIds: ['ramen'] }).decides(removed('ramen'));
  });
  it('does not count recipes towards the limit that were withdrawn, and refuses no removal', () => {
    const recipeIds = Array.from({ length: playlistLimits.recipes }, (_, n) => `recipe-${n}`);
    const full = by<PlaylistEvent>('mia', { type: 'PlaylistCreated', data: { ...written, recipeIds } });
    const shownRecipeIds = recipeIds.slice(2);
    const edit = (listed: string[], withdrawn: string[]) =>
      revise('mia', { shownRecipeIds, recipeIds: listed, withdrawn });
    given(playlist, full)
      .when(edit([...shownRecipeIds, 'pie'], []))
      .refused('PLAYLIST_FULL');
    given(playlist, full)
      .when(edit([...shownRecipeIds, 'pie'], ['recipe-1']))
      .decides(added('pie'));
    // Two withdrawn recipes, in whose places others were added, exist again.
    const overfull = [...full, ...by<PlaylistEvent>('mia', added('pie'), added('feta'))];
    given(playlist, overfull)
      .when(edit(shownRecipeIds.slice(1), []))
      .decides(removed('recipe-2'));
    given(playlist, overfull)
      .when(edit([...shownRecipeIds.slice(1), 'mapo'], []))
      .refused('PLAYLIST_FULL');
  });
  it('records nothing when nothing changed', () => {
    given(playlist, publicOne)
      .when(revise('mia', { ...written, recipeIds: ['pie', 'ramen'] }))
      .decides();
  });
  it('refuses to add a recipe that does not exist, but keeps one that was withdrawn later', () => {
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'ramen', 'feta'], missingRecipeIds: ['feta'] }))
      .refused('RECIPE_NOT_FOUND');
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'ramen', 'feta'], missingRecipeIds: ['pie'] }))
      .decides(added('feta'));
  });
  it('requires a name and at least one recipe', () => {
    given(playlist, publicOne)
      .when(revise('mia', { name: '' }))
      .refused('NAME_REQUIRED');
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: [] }))
      .refused('RECIPE_REQUIRED');
  });
});

describe('the recipes of a playlist', () => {
  const add = (recipeId: string, missingRecipeIds: string[] = [], withdrawn: string[] = []): PlaylistCommand => ({
    type: 'AddRecipe',
    actor: 'mia',
    recipeId,
    missingRecipeIds,
    withdrawn,
  });
  it('can be added once each, if they exist', () => {
    given(playlist, publicOne).when(add('feta')).decides(added('feta'));
    given(playlist, publicOne).when(add('pie')).refused('RECIPE_IN_PLAYLIST');
    given(playlist, publicOne)
      .when(add('feta', ['feta']))
      .refused('RECIPE_NOT_FOUND');
  });
  it('are limited in number, not counting withdrawn ones', () => {
    const recipeIds = Array.from({ length: playlistLimits.recipes }, (_, n) => `recipe-${n}`);
    const full: PlaylistEvent = { type: 'PlaylistCreated', data: { ...written, recipeIds } };
    given(playlist, by('mia', full)).when(add('one-more')).refused('PLAYLIST_FULL');
    given(playlist, by('mia', full))
      .when(add('one-more', [], ['of another playlist']))
      .refused('PLAYLIST_FULL');
    const oneOver = by('mia', full, added('one-more'));
    given(playlist, by('mia', full))
      .when(add('one-more', [], ['recipe-1']))
      .decides(added('one-more'));
    given(playlist, oneOver)
      .when(add('two-more', [], ['recipe-1']))
      .refused('PLAYLIST_FULL');
  });
  it('can be removed, except for the last one', () => {
    given(playlist, publicOne).when({ type: 'RemoveRecipe', actor: 'mia', recipeId: 'pie' }).decides(removed('pie'));
    given(playlist, publicOne)
      .when({ type: 'RemoveRecipe', actor: 'mia', recipeId: 'feta' })
      .refused('RECIPE_NOT_IN_PLAYLIST');
    given(playlist, by<PlaylistEvent>('mia', created, removed('pie')))
      .when({ type: 'RemoveRecipe', actor: 'mia', recipeId: 'ramen' })
      .refused('RECIPE_REQUIRED');
  });
});

describe('liking a playlist', () => {
  it('toggles for each user separately', () => {
    const history = [...publicOne, ...by('sam', liked)];
    given(playlist, history).when({ type: 'Like', actor: 'mia' }).decides(liked);
    given(playlist, history).when({ type: 'Like', actor: 'sam' }).decides({ type: 'PlaylistUnliked', data: {} });
  });
  it('sets the requested state, and records nothing if it is set already', () => {
    const history = [...publicOne, ...by('sam', liked)];
    const unliked: PlaylistEvent = { type: 'PlaylistUnliked', data: {} };
    given(playlist, history).when({ type: 'Like', actor: 'sam', liked: true }).decides();
    given(playlist, history).when({ type: 'Like', actor: 'sam', liked: false }).decides(unliked);
    given(playlist, history).when({ type: 'Like', actor: 'mia', liked: true }).decides(liked);
    given(playlist, history).when({ type: 'Like', actor: 'mia', liked: false }).decides();
  });
});

describe('the permissions of a playlist', () => {
  const changes = (actor: string): PlaylistCommand[] => [
    { type: 'RevisePlaylist', actor, name: 'Mine', missingRecipeIds: [], hiddenRecipeIds: [], withdrawn: [] },
    { type: 'AddRecipe', actor, recipeId: 'feta', missingRecipeIds: ['feta'], withdrawn: [] },
    { type: 'RemoveRecipe', actor, recipeId: 'pie' },
    { type: 'DeletePlaylist', actor },
  ];
  it('allow only the owner to change a public one', () => {
    for (const change of changes('sam')) given(playlist, publicOne).when(change).refused('NOT_THE_OWNER');
  });
  it('hide a private one from all but its owner', () => {
    for (const command of [...changes('sam'), { type: 'Like', actor: 'sam' } as const]) {
      given(playlist, privateOne).when(command).refused('PLAYLIST_NOT_FOUND');
    }
    given(playlist, privateOne).when({ type: 'Like', actor: 'mia' }).decides(liked);
  });
  it('hide a deleted one from every user', () => {
    const history = by<PlaylistEvent>('mia', created, { type: 'PlaylistDeleted', data: {} });
    for (const command of [...changes('mia'), { type: 'Like', actor: 'sam' } as const]) {
      given(playlist, history).when(command).refused('PLAYLIST_NOT_FOUND');
    }
  });
});
