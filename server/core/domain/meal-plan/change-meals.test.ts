import { describe, expect, it } from 'vitest';
import { by, given } from '../../../../tests/support/decider.ts';
import type { MealChanges } from './change-meals.ts';
import { type MealPlanCommand, mealPlan, mealsOf } from './decider.ts';
import type { Dish, MealPlanEvent, Slot } from './events.ts';

const week = '2026-11-16';
const ramen: Dish = { recipe: { id: 'ramen', title: 'Shoyu Ramen' } };
const pizza: Dish = { recipe: { id: 'pizza', title: 'Margherita Pizza' } };
const eatingOut: Dish = { note: { title: 'Eating out', details: 'Café Nord' } };
const monday = { day: 'Monday', meal: 'Dinner' } as const;
const friday = { day: 'Friday', meal: 'Lunch' } as const;

const change = (changes: MealChanges): MealPlanCommand => ({ type: 'ChangePlan', week, ...changes });
const planned = (id: string, slot: Slot, dish: Dish, servings?: number): MealPlanEvent => ({
  type: 'MealPlanned',
  data: { week, ...slot, id, ...dish, ...(servings !== undefined && { servings }) },
});
const moved = (id: string, title: string, from: Slot, to: Slot): MealPlanEvent => ({
  type: 'MealMoved',
  data: { week, ...to, id, title, from },
});
const servingsChanged = (servings: number | null, from: number | null): MealPlanEvent => ({
  type: 'MealServingsChanged',
  data: { week, ...monday, id: 'A', title: 'Shoyu Ramen', servings, from },
});
const ramenOnMonday = by('mia', planned('A', monday, ramen));

describe('planning meals', () => {
  it('adds them beside the others of the slot, also a note, with how many eat', () => {
    given(mealPlan, ramenOnMonday)
      .when(
        change({
          plan: [
            { id: 'B', ...monday, ...pizza, servings: 3 },
            { id: 'C', ...monday, ...eatingOut },
          ],
        }),
      )
      .decides(planned('B', monday, pizza, 3), planned('C', monday, eatingOut));
  });
  it('trims a note, and omits details that are blank', () => {
    given(mealPlan, [])
      .when(change({ plan: [{ id: 'A', ...monday, note: { title: ' Eating\nout ', details: ' ' } }] }))
      .decides(planned('A', monday, { note: { title: 'Eating out' } }));
  });
  it('records nothing for a meal that is there already', () => {
    given(mealPlan, ramenOnMonday)
      .when(change({ plan: [{ id: 'A', ...monday, ...ramen }] }))
      .decides();
  });
  it('is refused for an id in use, in this week or another one', () => {
    given(mealPlan, ramenOnMonday)
      .when(change({ plan: [{ id: 'A', ...friday, ...ramen }] }))
      .refused('ID_IN_USE', 'plan/0');
    given(mealPlan, ramenOnMonday)
      .when({ ...change({ plan: [{ id: 'A', ...monday, ...ramen }] }), week: '2026-11-23' })
      .refused('ID_IN_USE', 'plan/0');
  });
  it('is refused without a recipe or a note, with both, and for a blank one', () => {
    const plan = (dish: object) => given(mealPlan, []).when(change({ plan: [{ id: 'A', ...monday, ...dish }] }));
    plan({}).refused('DISH_REQUIRED', 'plan/0');
    plan({ ...ramen, ...eatingOut }).refused('DISH_REQUIRED', 'plan/0');
    plan({ note: { title: ' ' } }).refused('NOTE_REQUIRED', 'plan/0/note/title');
    plan({ recipe: { id: 'ramen', title: ' ' } }).refused('TITLE_REQUIRED', 'plan/0/recipe/title');
  });
  it('is refused as a whole when a slot would be too full', () => {
    const four = ['A', 'B', 'C', 'D'].map((id) => planned(id, monday, ramen));
    given(mealPlan, by('mia', ...four))
      .when(
        change({
          plan: [
            { id: 'E', ...friday, ...pizza },
            { id: 'F', ...monday, ...pizza },
          ],
        }),
      )
      .refused('SLOT_FULL');
  });
});

describe('moving meals', () => {
  it('changes the slot of one meal, and keeps the others of both slots', () => {
    given(mealPlan, [...ramenOnMonday, ...by('mia', planned('B', friday, pizza))])
      .when(change({ move: [{ id: 'A', ...friday, from: monday }] }))
      .decides(moved('A', 'Shoyu Ramen', monday, friday));
  });
  it('swaps two meals, also of full slots', () => {
    const full = ['A', 'B', 'C', 'D'].map((id) => planned(id, monday, ramen));
    given(mealPlan, by('mia', ...full, planned('E', friday, eatingOut)))
      .when(
        change({
          move: [
            { id: 'A', ...friday, from: monday },
            { id: 'E', ...monday, from: friday },
          ],
        }),
      )
      .decides(moved('A', 'Shoyu Ramen', monday, friday), moved('E', 'Eating out', friday, monday));
  });
  it('records nothing if the meal is there already', () => {
    given(mealPlan, [...ramenOnMonday, ...by('tom', moved('A', 'Shoyu Ramen', monday, friday))])
      .when(change({ move: [{ id: 'A', ...friday, from: monday }] }))
      .decides();
  });
  it('is refused as a whole if another member moved one of them elsewhere, or removed it', () => {
    const tuesday = { day: 'Tuesday', meal: 'Lunch' } as const;
    given(mealPlan, by('tom', planned('B', friday, pizza), planned('A', tuesday, ramen)))
      .when(
        change({
          move: [
            { id: 'B', ...monday, from: friday },
            { id: 'A', ...friday, from: monday },
          ],
        }),
      )
      .refused('MEAL_CHANGED_MEANWHILE', 'move/1');
    given(mealPlan, [])
      .when(change({ move: [{ id: 'A', ...friday, from: monday }] }))
      .refused('MEAL_NOT_FOUND', 'move/0');
  });
  it('keeps what another member changed of the meal meanwhile', () => {
    const { state } = given(mealPlan, [
      ...ramenOnMonday,
      ...by('tom', servingsChanged(4, null), planned('A', monday, pizza, 4), moved('A', 'Pizza', monday, friday)),
    ]);
    expect(mealsOf(state, week)).toEqual([{ id: 'A', ...friday, ...pizza, servings: 4 }]);
  });
});

describe('changing a meal', () => {
  it('replaces its recipe by another one or by a note, and keeps its id and how many eat', () => {
    given(mealPlan, by('mia', planned('A', monday, ramen, 3)))
      .when(change({ replace: [{ id: 'A', ...eatingOut, from: { recipe: 'ramen' } }] }))
      .decides(planned('A', monday, eatingOut, 3));
  });
  it('replaces its note by another one or by a recipe', () => {
    const takeAway: Dish = { note: { title: 'Take-away', details: 'Café Nord' } };
    for (const dish of [ramen, takeAway]) {
      given(mealPlan, by('mia', planned('A', monday, eatingOut)))
        .when(change({ replace: [{ id: 'A', ...dish, from: eatingOut }] }))
        .decides(planned('A', monday, dish));
    }
  });
  it('sets how many eat', () => {
    given(mealPlan, ramenOnMonday)
      .when(change({ setServings: [{ id: 'A', servings: 3, from: null }] }))
      .decides(servingsChanged(3, null));
    given(mealPlan, [...ramenOnMonday, ...by('tom', servingsChanged(3, null))])
      .when(change({ move: [{ id: 'A', ...friday }], replace: [{ id: 'A', ...pizza }] }))
      .decides(moved('A', 'Shoyu Ramen', monday, friday), planned('A', friday, pizza, 3));
  });
  it('records nothing if another member made the same change', () => {
    given(mealPlan, by('tom', planned('A', monday, pizza, 3)))
      .when(
        change({
          replace: [{ id: 'A', ...pizza, from: { recipe: 'ramen' } }],
          setServings: [{ id: 'A', servings: 3, from: 2 }],
        }),
      )
      .decides();
  });
  it('is refused if another member made another change of the same kind, or removed the meal', () => {
    const tom = by('tom', planned('A', monday, pizza, 3));
    given(mealPlan, tom)
      .when(change({ replace: [{ id: 'A', ...eatingOut, from: { recipe: 'ramen' } }] }))
      .refused('MEAL_CHANGED_MEANWHILE', 'replace/0');
    given(mealPlan, tom)
      .when(change({ setServings: [{ id: 'A', servings: 4, from: 2 }] }))
      .refused('MEAL_CHANGED_MEANWHILE', 'setServings/0');
    given(mealPlan, [])
      .when(change({ setServings: [{ id: 'A', servings: 4, from: 2 }] }))
      .refused('MEAL_NOT_FOUND', 'setServings/0');
  });
  it('overwrites any value when the editor does not say what they saw', () => {
    given(mealPlan, by('tom', planned('A', monday, pizza, 3)))
      .when(change({ replace: [{ id: 'A', ...ramen }], setServings: [{ id: 'A', servings: null }] }))
      .decides(planned('A', monday, ramen, 3), servingsChanged(null, 3));
  });
});

describe('removing a meal', () => {
  it('names what was removed', () => {
    given(mealPlan, by('mia', planned('A', monday, ramen), planned('B', monday, eatingOut)))
      .when(change({ remove: [{ id: 'A', from: { recipe: 'ramen' } }, { id: 'B' }] }))
      .decides(
        { type: 'MealUnplanned', data: { week, ...monday, id: 'A', recipe: { id: 'ramen', title: 'Shoyu Ramen' } } },
        { type: 'MealUnplanned', data: { week, ...monday, id: 'B', ...eatingOut } },
      );
  });
  it('is refused if the editor saw another recipe or note', () => {
    given(mealPlan, by('tom', planned('A', monday, pizza), planned('B', monday, eatingOut)))
      .when(change({ remove: [{ id: 'A', from: { recipe: 'ramen' } }] }))
      .refused('MEAL_CHANGED_MEANWHILE', 'remove/0');
    given(mealPlan, by('tom', planned('B', monday, eatingOut)))
      .when(change({ remove: [{ id: 'B', from: { note: { title: 'Eating out' } } }] }))
      .refused('MEAL_CHANGED_MEANWHILE', 'remove/0');
  });
  it('does not distinguish a note without details from one with empty details', () => {
    const home: Dish = { note: { title: 'At home' } };
    given(mealPlan, by('mia', planned('A', monday, home)))
      .when(change({ remove: [{ id: 'A', from: { note: { title: 'At home', details: '' } } }] }))
      .decides({ type: 'MealUnplanned', data: { week, ...monday, id: 'A', ...home } });
  });
  it('lets the same change plan another meal under its id', () => {
    given(mealPlan, ramenOnMonday)
      .when(change({ remove: [{ id: 'A' }], plan: [{ id: 'A', ...friday, ...pizza }] }))
      .decides({ type: 'MealUnplanned', data: { week, ...monday, id: 'A', ...ramen } }, planned('A', friday, pizza));
  });
  it('records nothing if the meal is gone', () => {
    given(mealPlan, [])
      .when(change({ remove: [{ id: 'A' }] }))
      .decides();
  });
});
