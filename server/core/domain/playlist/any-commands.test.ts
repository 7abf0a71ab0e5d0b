import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, decidedEvents, given } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type PlaylistCommand, type PlaylistState, playlist } from './decider.ts';
import type { PlaylistEvent } from './events.ts';

const publicOne = by<PlaylistEvent>('mia', {
  type: 'PlaylistCreated',
  data: { name: 'Sunday slow', description: '', isPrivate: false, recipeIds: ['ramen', 'pie'] },
});

describe('any sequence of commands', () => {
  const actor = fc.constantFrom('mia', 'sam', 'eleni');
  const recipeId = fc.constantFrom('ramen', 'pie', 'feta', 'mapo');
  const recipeIds = fc.array(recipeId, { maxLength: 4 });
  const missingRecipeIds = fc.subarray(['feta', 'mapo']);
  const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
  // Deletion is rare, because a deleted playlist accepts no commands.
  const command: fc.Arbitrary<PlaylistCommand> = fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('RevisePlaylist' as const),
        actor,
        name: maybe(fc.string({ maxLength: 3 })),
        isPrivate: maybe(fc.boolean()),
        recipeIds: maybe(recipeIds),
        shownRecipeIds: maybe(recipeIds),
        missingRecipeIds,
        hiddenRecipeIds: fc.subarray(['ramen', 'feta']),
        withdrawn: missingRecipeIds,
      }),
    },
    {
      weight: 10,
      arbitrary: fc.record({
        type: fc.constant('AddRecipe' as const),
        actor,
        recipeId,
        missingRecipeIds,
        withdrawn: missingRecipeIds,
      }),
    },
    { weight: 6, arbitrary: fc.record({ type: fc.constant('RemoveRecipe' as const), actor, recipeId }) },
    {
      weight: 8,
      arbitrary: fc.record({
        type: fc.constant('Like' as const),
        actor,
        liked: fc.constantFrom(undefined, true, false),
      }),
    },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('DeletePlaylist' as const), actor }) },
  );

  it('keeps a name and at least one recipe, counts odd toggles as likes, and lets only the owner change it', () => {
    const comparedToggles = new Spread();
    const changes = new Spread();
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60, size: 'max' }), (commands) => {
        const toggles = new Map<string, number>();
        let state: PlaylistState = given(playlist, publicOne).state;
        let recorded = 0;
        for (const each of commands) {
          if (each.type === 'CreatePlaylist') continue;
          const events = decidedEvents(playlist, each, state);
          recorded += events.length;
          for (const event of events) {
            if (event.type === 'PlaylistLiked' || event.type === 'PlaylistUnliked') {
              toggles.set(each.actor, (toggles.get(each.actor) ?? 0) + 1);
            } else expect(each.actor).toBe('mia');
            const recipes = state.status === 'created' ? [...state.recipes] : [];
            if (event.type === 'RecipeAddedToPlaylist') {
              expect([...recipes, ...('missingRecipeIds' in each ? each.missingRecipeIds : [])]).not.toContain(
                event.data.recipeId,
              );
            }
            state = playlist.evolve(state, {
              ...event,
              meta: { actor: each.actor, commandId: 'any', at: '2026-01-01T00:00:00.000Z' },
            });
          }
          if (state.status !== 'created') return;
          expect(state.name).not.toBe('');
          expect(state.recipes.size).toBeGreaterThan(0);
        }
        comparedToggles.add([...toggles.values()].reduce((sum, count) => sum + count, 0));
        changes.add(recorded);
        const odd = [...toggles].filter(([, count]) => count % 2 === 1).map(([name]) => name);
        expect(state.status === 'created' && [...state.likes].sort()).toEqual(odd.sort());
      }),
      { numRuns: 300 },
    );
    expect(changes.share(5)).toBeGreaterThan(0.35);
    expect(comparedToggles.share(3)).toBeGreaterThan(0.35);
  });
});
