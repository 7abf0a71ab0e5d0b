/** Changes of a plan that others change too, also of single slots and meals: what is merged, and what is refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { MealPlan } from '../../server/core/contracts/meal-plan.ts';
import { emptyDay, emptyPlan, mealPlanCalls, pie, pizza, ramen, slotsOf } from '../support/meal-plan-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the meal plan over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('tom', 'ben', 'eve', 'gil');
  });
  afterAll(() => app.close());
  const { read, save } = mealPlanCalls(() => app);

  it('merges the changes of two writers who have read the same plan', async () => {
    await save('tom', { Monday: { Breakfast: pie } });
    const { headers } = await read('tom');
    const ifMatch = { 'if-match': String(headers.etag) };
    await save('tom', { Monday: { Breakfast: pie, Dinner: ramen } }, ifMatch);
    const merged = await save('tom', { Tuesday: { Lunch: pizza } }, ifMatch);
    expect(slotsOf(merged)).toEqual({
      ...emptyPlan,
      Monday: { ...emptyDay, Dinner: ramen },
      Tuesday: { ...emptyDay, Lunch: pizza },
    });
    // The ETag of the response stays valid for the next save, also after a restart.
    await app.restart();
    const next = await save('tom', { Tuesday: { Lunch: pizza } }, { 'if-match': `W/${merged.headers.etag}` });
    expect(slotsOf(next)).toEqual({ ...emptyPlan, Tuesday: { ...emptyDay, Lunch: pizza } });
  });

  it('changes single slots, and refuses a change of one that has another recipe meanwhile', async () => {
    const patch = (...slots: object[]) => app.as('ben').patch('/api/meal-plan/ben?week=2026-11-18', { slots });
    const [monday, friday] = [
      { day: 'Monday', meal: 'Dinner' },
      { day: 'Friday', meal: 'Lunch' },
    ];
    const planned = await patch({ ...monday, recipe: ramen, from: null });
    expect([planned.statusCode, planned.json().Monday.Dinner]).toEqual([200, ramen]);
    const moved = await patch({ ...monday, recipe: null, from: ramen.id }, { ...friday, recipe: ramen, from: null });
    const plan = { ...emptyPlan, Friday: { ...emptyDay, Lunch: ramen } };
    expect([slotsOf(moved), moved.headers['potluck-revision']]).toEqual([plan, '3']);
    const refused = await patch({ ...monday, recipe: pizza, from: null }, { ...friday, recipe: pizza, from: null });
    expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([409, 'SLOT_CHANGED', 'slots/1']);
    const shown = await read('ben', '?week=2026-11-16');
    expect([slotsOf(shown), shown.headers.etag]).toEqual([plan, moved.headers.etag]);
    const others = await app.as('eve').patch('/api/meal-plan/ben', { slots: [{ ...monday, recipe: pie }] });
    expect(others.statusCode).toBe(403);
  });

  it('plans, moves, changes and removes meals by their ids, all of a request or none', async () => {
    const url = '/api/meal-plan/gil?week=2026-11-18';
    const patch = (changes: object) => app.as('gil').patch(url, changes);
    const [first, second, out] = [newId(1), newId(2), newId(3)];
    const [monday, friday] = [
      { day: 'Monday', meal: 'Dinner' },
      { day: 'Friday', meal: 'Lunch' },
    ];
    const note = { title: 'Eating out', details: 'Café Nord' };
    const planned = await patch({
      plan: [
        { id: first, ...monday, recipe: ramen, servings: 3 },
        { id: second, ...monday, recipe: pizza },
        { id: out, ...friday, note },
      ],
    });
    const isWithdrawn = true;
    const [ofRamen, ofPizza] = [
      { id: first, recipe: ramen, note: null, servings: 3, isWithdrawn },
      { id: second, recipe: pizza, note: null, servings: null, isWithdrawn },
    ];
    const ofNote = { id: out, recipe: null, note, servings: null };
    expect([planned.statusCode, planned.json<MealPlan>().meals]).toEqual([
      200,
      [
        { ...ofRamen, ...monday },
        { ...ofPizza, ...monday },
        { ...ofNote, ...friday },
      ],
    ]);
    expect(slotsOf(planned)).toEqual({ ...emptyPlan, Monday: { ...emptyDay, Dinner: ramen } });
    expect((await app.as('gil').get(url)).json()).toEqual(planned.json());

    const swapped = await patch({
      move: [
        { id: first, ...friday, from: monday },
        { id: out, ...monday, from: friday },
      ],
      setServings: [{ id: second, servings: 4, from: null }],
    });
    const meals = [
      { ...ofPizza, ...monday, servings: 4 },
      { ...ofNote, ...monday },
      { ...ofRamen, ...friday },
    ];
    expect(swapped.json<MealPlan>().meals).toEqual(meals);
    const refused = await patch({
      remove: [{ id: first }],
      setServings: [{ id: second, servings: 5, from: null }],
    });
    expect([refused.statusCode, refused.json().code, refused.json().field]).toEqual([
      409,
      'MEAL_CHANGED_MEANWHILE',
      'setServings/0',
    ]);
    // The specification's call keeps notes, and sends back what it has read.
    const saved = await app.as('gil').put(url, { ...swapped.json(), Friday: {} });
    expect(saved.json<MealPlan>().meals).toEqual(meals.slice(0, 2));
    await app.restart();
    expect((await app.as('gil').get(url)).json()).toEqual(saved.json());
    const gone = await patch({ move: [{ id: first, ...monday }] });
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'MEAL_NOT_FOUND']);
  });
});
