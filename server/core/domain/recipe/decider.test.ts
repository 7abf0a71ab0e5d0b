import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, decidedEvents, given } from '../../../../tests/support/decider.ts';
import { Spread } from '../../../../tests/support/spread.ts';
import { type RecipeCommand, type RecipeState, recipe } from './decider.ts';
import type { RecipeEvent, RecipeText } from './events.ts';

const soup: RecipeText = {
  title: 'Leek soup',
  author: null,
  media: { type: 'image', picture: null },
  description: 'Thick and green',
  cookingTime: 30,
  servings: 4,
  cuisine: 'French',
  difficulty: 'Easy',
  ingredients: [{ name: 'Leeks', amount: '3', unit: '' }],
  instructions: ['Sweat the leeks.', 'Simmer and blend.'],
};
const published: RecipeEvent = { type: 'RecipePublished', data: soup };
const withdrawn: RecipeEvent = { type: 'RecipeWithdrawn', data: {} };

const publish = (changed: Partial<RecipeText> = {}): RecipeCommand => ({
  type: 'PublishRecipe',
  recipe: { ...soup, ...changed },
});
const revise = (actor: string, changed: Partial<RecipeText> = {}): RecipeCommand => ({
  type: 'ReviseRecipe',
  actor,
  recipe: { ...soup, ...changed },
});

describe('revising a recipe that another device has revised', () => {
  const revised: RecipeEvent = { type: 'RecipeRevised', data: { ...soup, title: 'Leek and potato soup' } };
  const from = (seen: string, changed: Partial<RecipeText>) => ({ ...revise('mia', changed), from: seen });

  it('is refused if the author has not seen that', () => {
    const twice = given(recipe, by<RecipeEvent>('mia', published, revised));
    twice.when(from('0', { servings: 2 })).refused('RECIPE_CHANGED_MEANWHILE');
    twice.when(from('1', { servings: 2 })).decides({ type: 'RecipeRevised', data: { ...soup, servings: 2 } });
    twice.when(revise('mia', { servings: 2 })).decides({ type: 'RecipeRevised', data: { ...soup, servings: 2 } });
  });
  it('is no conflict if both have the same result', () => {
    given(recipe, by<RecipeEvent>('mia', published, revised))
      .when(from('0', { title: 'Leek and potato soup' }))
      .decides();
  });
});

describe('publishing a recipe', () => {
  it('records all fields of the recipe', () => {
    given(recipe, []).when(publish()).decides(published);
  });
  it('trims texts, and removes ingredients without a name and blank steps', () => {
    given(recipe, [])
      .when(
        publish({
          title: '  Leek soup ',
          author: ' ',
          cuisine: 'French ',
          ingredients: [...soup.ingredients, { name: ' ', amount: '2', unit: 'g' }],
          instructions: [' Sweat the leeks.', '', '\n', 'Simmer and blend. '],
        }),
      )
      .decides(published);
  });
  it('requires a title and nothing else', () => {
    given(recipe, [])
      .when(publish({ title: ' \u200b' }))
      .refused('TITLE_REQUIRED');
    const bare = { ...soup, description: '', cookingTime: null, servings: null, cuisine: '', difficulty: null };
    const least = { ...bare, ingredients: [], instructions: [] };
    given(recipe, []).when(publish(least)).decides({ type: 'RecipePublished', data: least });
  });
  it('records what it is based on, which a revision keeps', () => {
    const basedOn = { recipeId: 'soup', title: 'Soup', author: 'Sam' };
    const adapted: RecipeEvent = { type: 'RecipePublished', data: { ...soup, basedOn } };
    given(recipe, []).when({ type: 'PublishRecipe', recipe: soup, basedOn }).decides(adapted);
    given(recipe, by('eleni', adapted)).when(revise('eleni')).decides();
    given(recipe, []).when({ type: 'PublishRecipe', recipe: soup, basedOn: null }).refused('ORIGINAL_NOT_FOUND');
  });

  it('is possible once, even after a withdrawal', () => {
    given(recipe, by('eleni', published)).when(publish()).refused('ID_IN_USE');
    given(recipe, by<RecipeEvent>('eleni', published, withdrawn))
      .when(publish())
      .refused('ID_IN_USE');
  });
});

describe('revising a recipe', () => {
  it('is allowed only for the author', () => {
    given(recipe, by('eleni', published))
      .when(revise('sam', { title: 'Mine' }))
      .refused('NOT_THE_AUTHOR');
  });
  it('records the revised recipe', () => {
    given(recipe, by('eleni', published))
      .when(revise('eleni', { servings: 2 }))
      .decides({ type: 'RecipeRevised', data: { ...soup, servings: 2 } });
  });
  it('records nothing when nothing changed, whatever the order of the fields', () => {
    given(recipe, by('eleni', published))
      .when(revise('eleni', { title: 'Leek soup ' }))
      .decides();
    const reordered = soup.ingredients.map(({ name, amount, unit }) => ({ unit, amount, name }));
    given(recipe, by('eleni', { type: 'RecipePublished', data: { ...soup, ingredients: reordered } }))
      .when(revise('eleni'))
      .decides();
  });
  it('requires a recipe', () => {
    given(recipe, []).when(revise('eleni')).refused('RECIPE_NOT_FOUND');
  });
});

describe('withdrawing a recipe', () => {
  it('is allowed only for the author', () => {
    const existing = given(recipe, by('eleni', published));
    existing.when({ type: 'WithdrawRecipe', actor: 'sam' }).refused('NOT_THE_AUTHOR');
    existing.when({ type: 'WithdrawRecipe', actor: 'eleni' }).decides(withdrawn);
  });
  it('refuses all later commands', () => {
    const afterwards = given(recipe, by<RecipeEvent>('eleni', published, withdrawn));
    afterwards.when(revise('eleni', { title: 'Back' })).refused('RECIPE_NOT_FOUND');
    afterwards.when({ type: 'WithdrawRecipe', actor: 'eleni' }).refused('RECIPE_NOT_FOUND');
  });
});

describe('any sequence of commands', () => {
  const words = fc.string({ maxLength: 6, unit: fc.constantFrom('a', ' ', '\n', '\u0000', 'é') });
  const changed: fc.Arbitrary<RecipeText> = fc.record({
    // Mostly a valid title: without one, nothing is recorded.
    title: fc.oneof({ weight: 3, arbitrary: words.map((rest) => `Soup${rest}`) }, { weight: 1, arbitrary: words }),
    author: fc.option(words),
    media: fc.constant(soup.media),
    description: words,
    cookingTime: fc.option(fc.nat()),
    servings: fc.option(fc.nat()),
    cuisine: words,
    difficulty: fc.option(fc.constantFrom('Easy', 'Hard')),
    ingredients: fc.array(fc.record({ name: words, amount: words, unit: words }), { maxLength: 4 }),
    instructions: fc.array(words, { maxLength: 4 }),
  });
  const commandOf = (actor: string): fc.Arbitrary<RecipeCommand> =>
    fc.oneof(
      { weight: 3, arbitrary: fc.record({ type: fc.constant('PublishRecipe' as const), recipe: changed }) },
      {
        weight: 8,
        arbitrary: fc.record({
          type: fc.constant('ReviseRecipe' as const),
          actor: fc.constant(actor),
          recipe: changed,
        }),
      },
      { weight: 1, arbitrary: fc.constant({ type: 'WithdrawRecipe' as const, actor }) },
    );
  const sent = fc
    .constantFrom('eleni', 'sam')
    .chain((actor) => fc.record({ actor: fc.constant(actor), command: commandOf(actor) }));

  it('lets only the author change a recipe, and records neither blank texts nor revisions without changes', () => {
    const changes = new Spread();
    fc.assert(
      fc.property(fc.array(sent, { maxLength: 30, size: 'max' }), (commands) => {
        let state: RecipeState = recipe.initial();
        let recorded = 0;
        for (const { actor, command } of commands) {
          const events = decidedEvents(recipe, command, state);
          recorded += events.length;
          for (const event of events) {
            if (state.status === 'published') expect(actor).toBe(state.authorId);
            state = recipe.evolve(state, {
              ...event,
              meta: { actor, commandId: 'any', at: '2026-01-01T00:00:00.000Z' },
            });
          }
          if (state.status !== 'published') continue;
          const { title, ingredients, instructions } = state.recipe;
          expect([title, ...ingredients.map(({ name }) => name), ...instructions].every((it) => it.trim() !== '')).toBe(
            true,
          );
          expect(recipe.decide({ type: 'ReviseRecipe', actor: state.authorId, recipe: state.recipe }, state)).toEqual(
            [],
          );
        }
        changes.add(recorded);
      }),
      { numRuns: 300 },
    );
    expect(changes.share(3)).toBeGreaterThan(0.25);
  });
});
