import { describe, expect, test, vi } from 'vitest';
import type { MealNote, PlannedMeal, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { ApiError } from '../../lib/api-client.ts';
import { saveHouseholds } from '../../lib/households/saved-households.ts';
import { conflictOf, describeChange, explainRefusal } from './describe-change.ts';
import type { PlanChange, PlannedWeek, WeekId } from './plan.ts';

// Node has no database in which a household's documents are kept.
vi.mock('../../lib/sync/kept-documents.ts', () => ({ keepDocuments: () => {}, forgetDocuments: async () => {} }));

const recipe = (title: string): PlannedRecipe => ({ id: title.toLowerCase(), title });
const [ramen, pizza, soup] = [recipe('Ramen'), recipe('Pizza'), recipe('Soup')];
const out: MealNote = { title: 'Eating out', details: 'Café Nord' };
const dinner: PlannedMeal = { id: 'a', day: 'Friday', meal: 'Dinner', recipe: ramen, note: null, servings: 2 };
const lunch: PlannedMeal = { id: 'b', day: 'Monday', meal: 'Lunch', recipe: pizza, note: null, servings: null };
const note: PlannedMeal = { id: 'c', day: 'Sunday', meal: 'Dinner', recipe: null, note: out, servings: null };
const week = (...meals: PlannedMeal[]): PlannedWeek => ({ planId: 'of mia', week: '2026-11-16', revision: '7', meals });
const thisWeek: WeekId = ['mia', 'mia', '2026-11-16'];
const friday = { day: 'Friday', meal: 'Dinner' } as const;
const monday = { day: 'Monday', meal: 'Lunch' } as const;
const thursday = { day: 'Thursday', meal: 'Breakfast' } as const;

describe('says in a sentence what waits or was not saved:', () => {
  const planned = week(dinner, lunch, note);
  const sentence = (change: PlanChange, seen: PlannedWeek | undefined = planned) => {
    const { verb, what, rest = '' } = describeChange(thisWeek, change, seen);
    return `${verb} *${what}*${rest}`;
  };
  const plan = [
    { id: 'd', ...thursday, recipe: soup },
    { id: 'e', ...friday, note: out },
  ];
  test.each<[string, PlanChange]>([
    ['Plan *Soup* for Thursday breakfast', { plan: plan.slice(0, 1) }],
    ['Plan *Eating out, Café Nord* for Friday dinner', { plan: plan.slice(1) }],
    ['Plan *Soup* and 1 more', { plan }],
    ['Plan *Soup* for Friday dinner', { replace: [{ id: 'a', recipe: soup, from: { recipe: 'ramen' } }] }],
    ['Change *Ramen*: 3 eat', { setServings: [{ id: 'a', servings: 3, from: 2 }] }],
    ['Move *Ramen* to Thursday breakfast', { move: [{ id: 'a', ...thursday, from: friday }] }],
    [
      'Swap *Ramen* and Pizza',
      {
        move: [
          { id: 'a', ...monday },
          { id: 'b', ...friday },
        ],
      },
    ],
    ['Remove *Ramen* from Friday dinner', { remove: [{ id: 'a', from: { recipe: 'ramen' } }] }],
    ['Remove *Eating out* from Sunday dinner', { remove: [{ id: 'c' }] }],
    ['Remove *Ramen* and 2 more', { remove: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] }],
    ['Plan *Soup* for Monday lunch', { slots: [{ ...monday, recipe: soup }] }],
    ['Remove *Pizza* from Monday lunch', { slots: [{ ...monday, recipe: null }] }],
  ])('%s', (text, change) => {
    expect(sentence(change)).toBe(text);
  });
  test('of which week, and whose plan, if the user has a household', () => {
    vi.stubGlobal('reportError', () => undefined);
    const places = () => describeChange(['mia', 'mia', '2026-11-23'], { remove: [{ id: 'a' }] }, planned).place;
    expect(places()).toBe('23 Nov – 29 Nov');
    saveHouseholds([{ id: 'home', name: 'Home' }]);
    expect(places()).toBe('Just me, 23 Nov – 29 Nov');
    saveHouseholds([]);
  });
  test('without the week', () => {
    expect(describeChange(thisWeek, { remove: [{ id: 'a' }] }, undefined)).toEqual({
      ...{ verb: 'Remove', what: 'a meal', rest: '', place: '16 Nov – 22 Nov' },
    });
  });
});

describe('shows both values of a conflict:', () => {
  const shown = (change: PlanChange, planned: PlannedWeek) => {
    const found = conflictOf(planned, [change]);
    return found && [found.title, found.mine.text, found.theirs.text, found.state];
  };
  const moved = { ...dinner, ...thursday };
  test.each<[string, PlanChange, PlannedWeek, string[]]>([
    [
      'another recipe',
      { replace: [{ id: 'a', recipe: soup, from: { recipe: 'pizza' } }] },
      week(dinner),
      ['Friday Dinner', 'Soup', 'Ramen', 'Ramen is planned'],
    ],
    [
      'other details of a note',
      {
        replace: [
          { id: 'c', note: { title: 'Eating out', details: 'At Jo’s' }, from: { note: { title: 'Eating out' } } },
        ],
      },
      week(note),
      ['Sunday Dinner', 'Eating out, At Jo’s', 'Eating out, Café Nord', 'Eating out, Café Nord is planned'],
    ],
    [
      'a removal',
      { remove: [{ id: 'a', from: { recipe: 'pizza' } }] },
      week(dinner),
      ['Friday Dinner', 'Nothing', 'Ramen', 'Ramen is planned'],
    ],
    [
      'how many eat',
      { setServings: [{ id: 'a', servings: 5, from: 4 }] },
      week(dinner),
      ['Ramen', '5 eat', '2 eat', 'It is planned for 2'],
    ],
    [
      'a move',
      { move: [{ id: 'a', ...monday, from: friday }] },
      week(moved),
      ['Ramen', 'Monday lunch', 'Thursday breakfast', 'It is planned for Thursday breakfast'],
    ],
    [
      'a swap',
      {
        move: [
          { id: 'a', ...monday, from: friday },
          { id: 'b', ...friday, from: monday },
        ],
      },
      week(moved, lunch),
      [
        ...['Ramen and Pizza', 'Monday lunch and Friday dinner', 'Thursday breakfast and Monday lunch'],
        'They are planned for Thursday breakfast and Monday lunch',
      ],
    ],
  ])('%s', (_, change, planned, expected) => {
    expect(shown(change, planned)).toEqual(expected);
  });
  test('and choosing the own one names what the user has seen now', () => {
    const move = [{ id: 'a', ...monday, from: friday }];
    expect(conflictOf(week(moved), [{ move }])?.resolve).toEqual({ move: [{ id: 'a', ...monday, from: thursday }] });
    const setServings = [{ id: 'a', servings: 5, from: 4 }];
    expect(conflictOf(week(dinner), [{ setServings }])?.resolve.setServings?.[0]?.from).toBe(2);
  });
  test('and none if the meal is gone', () => {
    expect(shown({ move: [{ id: 'a', ...monday, from: friday }] }, week(lunch))).toBeUndefined();
    expect(shown({ setServings: [{ id: 'a', servings: 5, from: 4 }] }, week(lunch))).toBeUndefined();
  });
});

test('says why a change was refused', () => {
  const refusal = (statusCode: number, code: string, message: string) => new ApiError({ statusCode, code, message });
  expect(explainRefusal(refusal(403, 'FORBIDDEN', 'Forbidden'))).toBe('You are no longer a member of this household.');
  expect(explainRefusal(refusal(409, 'SLOT_FULL', 'A slot has room for 4 meals; remove one first'))).toBe(
    'A slot has room for 4 meals; remove one first',
  );
});
