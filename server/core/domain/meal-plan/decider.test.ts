import { describe, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import { pizza, ramen, week } from '../../../../tests/support/planned-recipes.ts';
import { days, meals } from '../../contracts/week.ts';
import { type MealPlanCommand, mealPlan, type SlotEdit } from './decider.ts';
import type { Day, Meal, MealNote, MealPlanEvent, PlannedRecipe } from './events.ts';

const soup: PlannedRecipe = { id: 'soup', title: 'Soup' };

type Filled = Partial<Record<`${Day} ${Meal}`, PlannedRecipe>>;
type Named = { id?: string };

/** By default, the meal of a slot has the name of the slot as its id. */
const nameOf = (day: Day, meal: Meal): string => `${day} ${meal}`;
/** The whole week with these slots filled. */
const wanted = (filled: Filled): SlotEdit[] =>
  days.flatMap((day) =>
    meals.map((meal) => ({ day, meal, id: nameOf(day, meal), recipe: filled[`${day} ${meal}`] ?? null })),
  );
const save = (filled: Filled, revision?: number): Extract<MealPlanCommand, { type: 'SavePlan' }> => ({
  type: 'SavePlan',
  week,
  slots: wanted(filled),
  seen: revision === undefined ? undefined : { week, revision },
});
const planned = (
  day: Day,
  meal: Meal,
  recipe: PlannedRecipe,
  { id = nameOf(day, meal) }: Named = {},
): MealPlanEvent => ({
  type: 'MealPlanned',
  data: { week, day, meal, id, recipe },
});
const unplanned = (
  day: Day,
  meal: Meal,
  { id: recipeId, title }: PlannedRecipe,
  { id = nameOf(day, meal) }: Named = {},
): MealPlanEvent => ({
  type: 'MealUnplanned',
  data: { week, day, meal, id, recipe: { id: recipeId, title } },
});
const ramenOnMonday = planned('Monday', 'Dinner', ramen);
const eatingOut: MealNote = { title: 'Eating out', details: 'Café Nord' };

describe('saving a plan', () => {
  it('records one event for each slot that changed, and none for the others', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when(save({ 'Monday Dinner': ramen, 'Tuesday Lunch': pizza, 'Sunday Dinner': ramen }))
      .decides(planned('Tuesday', 'Lunch', pizza), planned('Sunday', 'Dinner', ramen));
    given(mealPlan, by('mia', ramenOnMonday))
      .when(save({ 'Monday Dinner': ramen }))
      .decides();
  });
  it('empties a slot, and records the removed recipe', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when(save({}))
      .decides(unplanned('Monday', 'Dinner', ramen));
  });
  it('replaces a recipe', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when(save({ 'Monday Dinner': pizza }))
      .decides(planned('Monday', 'Dinner', pizza));
  });
  it('keeps the meal, with how many eat, when another recipe replaces its own', () => {
    const forThree = (recipe: PlannedRecipe): MealPlanEvent => ({
      type: 'MealPlanned',
      data: { week, day: 'Monday', meal: 'Dinner', id: 'A', recipe, servings: 3 },
    });
    given(mealPlan, by('mia', forThree(ramen)))
      .when(save({ 'Monday Dinner': pizza }))
      .decides(forThree(pizza));
  });
  it('trims the texts of a recipe', () => {
    const bare = { id: 'toast', title: 'Toast' };
    given(mealPlan, [])
      .when(
        save({ 'Monday Dinner': { ...ramen, title: ' Shoyu Ramen ', cuisine: ' Japanese\t' }, 'Friday Lunch': bare }),
      )
      .decides(ramenOnMonday, planned('Friday', 'Lunch', bare));
  });
  it('does not change other weeks', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when({ ...save({ 'Monday Dinner': ramen }), week: '2026-11-23' })
      .decides({
        type: 'MealPlanned',
        data: { week: '2026-11-23', day: 'Monday', meal: 'Dinner', id: 'Monday Dinner', recipe: ramen },
      });
  });
  it('records nothing when a slot has the same recipe with other details', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when(save({ 'Monday Dinner': { ...ramen, title: 'Shoyu Ramen with egg', cookingTime: 50 } }))
      .decides();
  });
  it('requires a title', () => {
    given(mealPlan, [])
      .when(save({ 'Monday Dinner': { ...ramen, title: ' \n' } }))
      .refused('TITLE_REQUIRED');
  });
});

describe('saving an edit of an older version', () => {
  const since = by('tom', ramenOnMonday, planned('Friday', 'Dinner', pizza));

  it('keeps the changes that others made since in other slots', () => {
    given(mealPlan, since)
      .when(save({ 'Tuesday Lunch': pizza }, 0))
      .decides(planned('Tuesday', 'Lunch', pizza));
    given(mealPlan, since)
      .when(save({}, 1))
      .decides(unplanned('Monday', 'Dinner', ramen));
  });
  it('overwrites a slot that both changed: the last save wins', () => {
    given(mealPlan, since)
      .when(save({ 'Monday Dinner': pizza }, 0))
      .decides(planned('Monday', 'Dinner', pizza));
  });
  it('records nothing when both made the same change', () => {
    given(mealPlan, since)
      .when(save({ 'Monday Dinner': ramen }, 0))
      .decides();
    given(mealPlan, [...since, ...by('tom', unplanned('Monday', 'Dinner', ramen))])
      .when(save({ 'Friday Dinner': pizza }, 2))
      .decides();
  });
  it('is refused for a version that never existed or is too old', () => {
    given(mealPlan, since).when(save({}, 3)).refused('VERSION_UNKNOWN');
    given(mealPlan, since)
      .when({ ...save({}), seen: { week: '2026-11-23', revision: 0 } })
      .refused('VERSION_UNKNOWN');
    const long = Array.from({ length: 501 }, () => [ramenOnMonday, unplanned('Monday', 'Dinner', ramen)]).flat();
    given(mealPlan, by('tom', ...long))
      .when(save({}, 1))
      .refused('VERSION_UNKNOWN');
  });
});

describe('further meals and notes of a slot', () => {
  const pizzaToo = planned('Monday', 'Dinner', pizza, { id: 'Z' });
  const out: MealPlanEvent = {
    type: 'MealPlanned',
    data: { week, day: 'Monday', meal: 'Dinner', id: 'A', note: eatingOut },
  };

  it('stay when the whole week is saved with the same first recipe, or with another one', () => {
    given(mealPlan, by('mia', out, ramenOnMonday, pizzaToo))
      .when(save({ 'Monday Dinner': ramen }))
      .decides();
    given(mealPlan, by('mia', out, ramenOnMonday, pizzaToo))
      .when(save({ 'Monday Dinner': soup }))
      .decides(planned('Monday', 'Dinner', soup));
  });
  it('keep only the notes when the whole week is saved with an empty slot', () => {
    given(mealPlan, by('mia', out, ramenOnMonday, pizzaToo))
      .when(save({}))
      .decides(unplanned('Monday', 'Dinner', ramen), unplanned('Monday', 'Dinner', pizza, { id: 'Z' }));
  });
});

describe('changing slots without the ids of meals', () => {
  type Slots = NonNullable<Extract<MealPlanCommand, { type: 'ChangePlan' }>['slots']>;
  const change = (...slots: Omit<Slots[number], 'id'>[]): MealPlanCommand => ({
    type: 'ChangePlan',
    week,
    slots: slots.map((slot) => ({ ...slot, id: nameOf(slot.day, slot.meal) })),
  });
  const monday = { day: 'Monday', meal: 'Dinner' } as const;
  const friday = { day: 'Friday', meal: 'Dinner' } as const;

  it('changes these slots and no others', () => {
    given(mealPlan, by('mia', ramenOnMonday, planned('Sunday', 'Lunch', pizza)))
      .when(change({ ...monday, recipe: null, from: ramen.id }, { ...friday, recipe: ramen, from: null }))
      .decides(unplanned('Monday', 'Dinner', ramen), planned('Friday', 'Dinner', ramen));
  });
  it('records nothing for a slot that already has the recipe, or is empty already', () => {
    given(mealPlan, by('mia', ramenOnMonday))
      .when(change({ ...monday, recipe: ramen, from: null }, { ...friday, recipe: null, from: pizza.id }))
      .decides();
  });
  it('is refused as a whole when a slot was changed to another recipe meanwhile', () => {
    given(mealPlan, by('tom', ramenOnMonday))
      .when(change({ ...friday, recipe: pizza, from: null }, { ...monday, recipe: pizza, from: null }))
      .refused('SLOT_CHANGED', 'slots/1');
    given(mealPlan, by('tom', planned('Monday', 'Dinner', pizza)))
      .when(change({ ...monday, recipe: null, from: ramen.id }))
      .refused('SLOT_CHANGED', 'slots/0');
  });
  it('overwrites any recipe when the editor does not say what they saw', () => {
    given(mealPlan, by('tom', ramenOnMonday))
      .when(change({ ...monday, recipe: pizza }))
      .decides(planned('Monday', 'Dinner', pizza));
  });
  it('is refused for a slot given twice, and for a recipe without a title', () => {
    given(mealPlan, [])
      .when(change({ ...monday, recipe: ramen }, { ...monday, recipe: pizza }))
      .refused('SLOT_REPEATED');
    given(mealPlan, [])
      .when(change({ ...monday, recipe: { ...ramen, title: ' ' } }))
      .refused('TITLE_REQUIRED', 'slots/0/recipe/title');
  });
});
