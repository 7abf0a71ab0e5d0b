import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { Refusal } from '../refusal.ts';
import { maxRecipes, type PlaylistCommand, type PlaylistState, playlist } from './decider.ts';
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
    unknown: [],
    ...change,
  });
  it('records what it is called without the space around it, and its recipes in their order', () => {
    given(playlist, [])
      .when(create({ name: '  Sunday slow ', description: ' Pots that simmer.\n' }))
      .decides(created);
  });
  it('needs a name and at least one recipe', () => {
    given(playlist, [])
      .when(create({ name: ' \n' }))
      .refused('NAME_REQUIRED');
    given(playlist, [])
      .when(create({ recipeIds: [] }))
      .refused('RECIPE_REQUIRED');
  });
  it('takes no recipe twice, and not more than it holds', () => {
    given(playlist, [])
      .when(create({ recipeIds: ['ramen', 'ramen'] }))
      .refused('RECIPE_IN_PLAYLIST');
    const many = Array.from({ length: maxRecipes + 1 }, (_, n) => `recipe-${n}`);
    given(playlist, [])
      .when(create({ recipeIds: many }))
      .refused('PLAYLIST_FULL');
  });
  it('takes no recipe that is not there', () => {
    given(playlist, [])
      .when(create({ unknown: ['pie'] }))
      .refused('RECIPE_NOT_FOUND');
  });
  it('happens once', () => {
    given(playlist, publicOne).when(create()).refused('PLAYLIST_EXISTS');
  });
});

describe('revising a playlist', () => {
  const revise = (actor: string, change: object): PlaylistCommand => ({
    type: 'RevisePlaylist',
    actor,
    unknown: [],
    ...change,
  });
  it('changes what is named and leaves the rest', () => {
    given(playlist, publicOne)
      .when(revise('mia', { name: ' Slow ' }))
      .decides({ type: 'PlaylistRevised', data: { ...written, name: 'Slow' } });
    given(playlist, publicOne)
      .when(revise('mia', { isPrivate: true }))
      .decides(hidden);
  });
  it('is one event for each recipe that comes or goes', () => {
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'feta', 'mapo'] }))
      .decides(removed('ramen'), added('feta'), added('mapo'));
  });
  it('records nothing when nothing changed', () => {
    given(playlist, publicOne)
      .when(revise('mia', { ...written, recipeIds: ['pie', 'ramen'] }))
      .decides();
  });
  it('takes no recipe that is not there, and keeps one that was withdrawn since it was added', () => {
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'ramen', 'feta'], unknown: ['feta'] }))
      .refused('RECIPE_NOT_FOUND');
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: ['pie', 'ramen', 'feta'], unknown: ['pie'] }))
      .decides(added('feta'));
  });
  it('keeps a name and a recipe', () => {
    given(playlist, publicOne)
      .when(revise('mia', { name: '' }))
      .refused('NAME_REQUIRED');
    given(playlist, publicOne)
      .when(revise('mia', { recipeIds: [] }))
      .refused('RECIPE_REQUIRED');
  });
});

describe('the recipes of a playlist', () => {
  const add = (recipeId: string, unknown: string[] = [], withdrawn: string[] = []): PlaylistCommand => ({
    type: 'AddRecipe',
    actor: 'mia',
    recipeId,
    unknown,
    withdrawn,
  });
  it('come one by one, none twice, and only those that are there', () => {
    given(playlist, publicOne).when(add('feta')).decides(added('feta'));
    given(playlist, publicOne).when(add('pie')).refused('RECIPE_IN_PLAYLIST');
    given(playlist, publicOne)
      .when(add('feta', ['feta']))
      .refused('RECIPE_NOT_FOUND');
  });
  it('are at most as many as it holds', () => {
    const recipeIds = Array.from({ length: maxRecipes }, (_, n) => `recipe-${n}`);
    const full: PlaylistEvent = { type: 'PlaylistCreated', data: { ...written, recipeIds } };
    given(playlist, by('mia', full)).when(add('one-more')).refused('PLAYLIST_FULL');
    given(playlist, by('mia', full))
      .when(add('one-more', [], ['of another playlist']))
      .refused('PLAYLIST_FULL');
    const oneLess = by('mia', full, added('one-more'));
    given(playlist, by('mia', full))
      .when(add('one-more', [], ['recipe-1']))
      .decides(added('one-more'));
    given(playlist, oneLess)
      .when(add('two-more', [], ['recipe-1']))
      .refused('PLAYLIST_FULL');
  });
  it('go one by one, all but the last', () => {
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
  it('toggles for each user alone', () => {
    const history = [...publicOne, ...by('sam', liked)];
    given(playlist, history).when({ type: 'ToggleLike', actor: 'mia' }).decides(liked);
    given(playlist, history).when({ type: 'ToggleLike', actor: 'sam' }).decides({ type: 'PlaylistUnliked', data: {} });
  });
});

describe('who may', () => {
  const changes = (actor: string): PlaylistCommand[] => [
    { type: 'RevisePlaylist', actor, name: 'Mine', unknown: [] },
    { type: 'AddRecipe', actor, recipeId: 'feta', unknown: ['feta'], withdrawn: [] },
    { type: 'RemoveRecipe', actor, recipeId: 'pie' },
    { type: 'DeletePlaylist', actor },
  ];
  it('change a public playlist: its owner alone', () => {
    for (const change of changes('sam')) given(playlist, publicOne).when(change).refused('NOT_THE_OWNER');
  });
  it('know of a private one: its owner alone', () => {
    for (const command of [...changes('sam'), { type: 'ToggleLike', actor: 'sam' } as const]) {
      given(playlist, privateOne).when(command).refused('PLAYLIST_NOT_FOUND');
    }
    given(playlist, privateOne).when({ type: 'ToggleLike', actor: 'mia' }).decides(liked);
  });
  it('do anything with a deleted one: nobody', () => {
    const history = by<PlaylistEvent>('mia', created, { type: 'PlaylistDeleted', data: {} });
    for (const command of [...changes('mia'), { type: 'ToggleLike', actor: 'sam' } as const]) {
      given(playlist, history).when(command).refused('PLAYLIST_NOT_FOUND');
    }
  });
});

describe('whatever is sent', () => {
  const actor = fc.constantFrom('mia', 'sam', 'eleni');
  const recipeId = fc.constantFrom('ramen', 'pie', 'feta', 'mapo');
  const recipeIds = fc.array(recipeId, { maxLength: 4 });
  const unknown = fc.subarray(['feta', 'mapo']);
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  // Deleting is rare, for nothing can happen to a deleted playlist.
  const command: fc.Arbitrary<PlaylistCommand> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('RevisePlaylist' as const),
        actor,
        name: maybe(fc.string({ maxLength: 3 })),
        isPrivate: maybe(fc.boolean()),
        recipeIds: maybe(recipeIds),
        unknown,
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant('AddRecipe' as const),
        actor,
        recipeId,
        unknown,
        withdrawn: unknown,
      }),
    },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('RemoveRecipe' as const), actor, recipeId }) },
    { weight: 8, arbitrary: fc.record({ type: fc.constant('ToggleLike' as const), actor }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('DeletePlaylist' as const), actor }) },
  );

  it('it keeps a name and each recipe once, likes are odd toggles, and only the owner changed it', () => {
    const comparedToggles = new Spread();
    const changes = new Spread();
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
        const toggles = new Map<string, number>();
        let state: PlaylistState = given(playlist, publicOne).state;
        let recorded = 0;
        for (const each of commands) {
          if (each.type === 'CreatePlaylist') continue;
          let events: PlaylistEvent[] = [];
          try {
            events = playlist.decide(each, state);
          } catch (error) {
            expect(error).toBeInstanceOf(Refusal);
          }
          recorded += events.length;
          for (const event of events) {
            if (event.type === 'PlaylistLiked' || event.type === 'PlaylistUnliked') {
              toggles.set(each.actor, (toggles.get(each.actor) ?? 0) + 1);
            } else expect(each.actor).toBe('mia');
            const recipes = state.status === 'kept' ? [...state.recipes] : [];
            if (event.type === 'RecipeAddedToPlaylist') {
              expect([...recipes, ...('unknown' in each ? each.unknown : [])]).not.toContain(event.data.recipeId);
            }
            state = playlist.evolve(state, {
              ...event,
              meta: { actor: each.actor, commandId: 'any', at: '2026-01-01T00:00:00.000Z' },
            });
          }
          if (state.status !== 'kept') return;
          expect(state.name).not.toBe('');
          expect(state.recipes.size).toBeGreaterThan(0);
        }
        comparedToggles.add([...toggles.values()].reduce((sum, count) => sum + count, 0));
        changes.add(recorded);
        const odd = [...toggles].filter(([, count]) => count % 2 === 1).map(([name]) => name);
        expect(state.status === 'kept' && [...state.likes].sort()).toEqual(odd.sort());
      }),
      { numRuns: 300 },
    );
    expect(changes.share(5)).toBeGreaterThan(0.4);
    expect(comparedToggles.share(3)).toBeGreaterThan(0.5);
  });
});
