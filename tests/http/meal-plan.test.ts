import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { MealPlan, SaveMealPlan, WeekSlots } from '../../server/core/contracts/meal-plan.ts';
import { daysAfter, mondayOf } from '../../server/core/contracts/week.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const recipe = (title: string) => ({ id: newId(), title, cuisine: 'Italian', cookingTime: 30 });
const [ramen, pizza, pie] = [recipe('Shoyu Ramen'), recipe('Margherita Pizza'), recipe('Apple Pie')];
const thisWeek = () => mondayOf(new Date().toISOString().slice(0, 10));
const emptyDay = { Breakfast: null, Lunch: null, Dinner: null };
const emptyPlan: WeekSlots = {
  Monday: emptyDay,
  Tuesday: emptyDay,
  Wednesday: emptyDay,
  Thursday: emptyDay,
  Friday: emptyDay,
  Saturday: emptyDay,
  Sunday: emptyDay,
};

/** The plan as the specification has it, without the list of meals. */
const slotsOf = (response: { json(): MealPlan }): WeekSlots => {
  const { meals: _, ...slots } = response.json();
  return slots;
};

describe('the meal plan over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve', 'rev', 'gil');
  });
  afterAll(() => app.close());

  const read = (as: string, query = '', headers = {}) => app.as(as).get(`/api/meal-plan/${as}${query}`, headers);
  const save = (as: string, plan: SaveMealPlan, headers = {}, query = '') =>
    app.as(as).put(`/api/meal-plan/${as}${query}`, plan, headers);

  it('is a week of empty slots at first, and then the saved plan', async () => {
    expect(slotsOf(await read('mia'))).toEqual(emptyPlan);
    const plan = { ...emptyPlan, Monday: { ...emptyDay, Dinner: ramen }, Sunday: { ...emptyDay, Breakfast: pie } };
    const saved = await save('mia', plan);
    expect([saved.statusCode, slotsOf(saved)]).toEqual([200, plan]);
    const shown = await read('mia');
    expect(slotsOf(shown)).toEqual(plan);
    expect(shown.headers.etag).toBe(saved.headers.etag);
    await app.restart();
    expect(slotsOf(await read('mia'))).toEqual(plan);
  });

  it('returns the revision of a week, which counts only its own changes', async () => {
    const url = '/api/meal-plan/rev?week=2026-11-18';
    const revisionOf = async () => (await app.as('rev').get(url)).headers['potluck-revision'];
    expect(await revisionOf()).toBe('0');
    await app.as('rev').put('/api/meal-plan/rev?week=2026-11-25', { Monday: { Dinner: ramen } });
    const saved = await app.as('rev').put(url, { Monday: { Dinner: ramen }, Friday: { Lunch: pie } });
    const same = await app.as('rev').put(url, { Monday: { Dinner: ramen }, Friday: { Lunch: pie } });
    expect([saved, same].map(({ headers }) => headers['potluck-revision'])).toEqual(['2', '2']);
    expect(await revisionOf()).toBe('2');
  });

  it('empties slots that are omitted or null', async () => {
    await save('mia', { ...emptyPlan, Friday: { Lunch: pizza, Dinner: ramen } });
    const saved = await save('mia', { Friday: { Lunch: null, Dinner: pie } });
    expect(slotsOf(saved)).toEqual({ ...emptyPlan, Friday: { ...emptyDay, Dinner: pie } });
    expect(slotsOf(await save('mia', {}))).toEqual(emptyPlan);
  });

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

  it('keeps weeks separate, accepts any date of a week, and returns its Monday', async () => {
    const saved = await save('ann', { Monday: { Dinner: ramen } }, {}, '?week=2021-01-03');
    expect(saved.headers['content-location']).toBe('/api/meal-plan/ann?week=2020-12-28');
    expect((await read('ann', '?week=2020-12-28')).json<MealPlan>().Monday.Dinner).toEqual(ramen);
    expect(slotsOf(await read('ann', '?week=2021-01-04'))).toEqual(emptyPlan);
    const present = await read('ann');
    expect(slotsOf(present)).toEqual(emptyPlan);
    expect(present.headers['content-location']).toBe(`/api/meal-plan/ann?week=${thisWeek()}`);
  });

  it('accepts a whole recipe, and stores the fields that a slot shows', async () => {
    const whole = { ...ramen, imageUrl: '/art/ramen-card-480.webp', servings: 2, ingredients: [{ name: 'Miso' }] };
    const { servings: _, ingredients: __, ...kept } = whole;
    expect((await save('ann', { Monday: { Dinner: whole } })).json<MealPlan>().Monday.Dinner).toEqual(kept);
    const bare = { id: newId(), title: 'Toast' };
    expect((await save('ann', { Monday: { Dinner: bare } })).json<MealPlan>().Monday.Dinner).toEqual(bare);
  });

  it('saves once when a request is repeated', async () => {
    const key = { 'idempotency-key': newId() };
    const first = await save('ben', { Monday: { Dinner: ramen } }, key);
    await save('ben', {});
    await app.restart();
    const again = await save('ben', { Monday: { Dinner: ramen } }, key);
    expect([again.body, again.headers.etag?.toString().split(':')[1]]).toEqual([
      first.body,
      first.headers.etag?.toString().split(':')[1],
    ]);
    expect(slotsOf(await read('ben'))).toEqual(emptyPlan);
  });

  it('answers 304 for a plan that has not changed', async () => {
    const etag = { 'if-none-match': String((await read('ben')).headers.etag) };
    expect((await read('ben', '', etag)).statusCode).toBe(304);
    expect((await read('ben', `?week=${daysAfter(thisWeek(), 7)}`, etag)).statusCode).toBe(200);
    await save('ben', { Sunday: { Dinner: pie } });
    expect((await read('ben', '', etag)).statusCode).toBe(200);
  });

  it('shows current recipes, and a withdrawn one as it was planned, without a change of the plan', async () => {
    const form = { type: 'image', title: 'Soup', cuisine: 'French', cookingTime: 20 };
    const { id } = (await app.as('eve').post('/api/recipes', form)).json();
    const planned = { id, title: 'Whatever the client says', cookingTime: 1 };
    const saved = await save('eve', { Monday: { Dinner: planned, Lunch: pie } });
    const soup = { id, title: 'Soup', cuisine: 'French', cookingTime: 20 };
    expect(saved.json<MealPlan>().Monday).toEqual({ ...emptyDay, Dinner: soup, Lunch: pie });
    const ifNoneMatch = { 'if-none-match': String(saved.headers.etag) };
    expect((await read('eve', '', ifNoneMatch)).statusCode).toBe(304);

    await app.as('eve').put(`/api/recipes/${id}`, { ...form, title: 'Onion Soup' });
    const shown = await read('eve', '', ifNoneMatch);
    expect(shown.json<MealPlan>().Monday.Dinner).toEqual({ ...soup, title: 'Onion Soup' });
    const head = await app.head();
    await save('eve', shown.json(), { 'if-match': String(shown.headers.etag) });
    expect(await app.head()).toBe(head);

    await app.as('eve').delete(`/api/recipes/${id}`);
    expect((await read('eve')).json<MealPlan>().Monday.Dinner).toEqual(planned);
    await save('eve', {});
  });

  it("rejects another user's plan, and asks visitors to log in", async () => {
    expect((await app.as('eve').get('/api/meal-plan/mia')).statusCode).toBe(403);
    expect((await app.as('eve').put('/api/meal-plan/mia', { Monday: { Dinner: pie } })).statusCode).toBe(403);
    expect(slotsOf(await read('mia'))).toEqual(emptyPlan);
    const visitor = app.as(undefined);
    const responses = [await visitor.get('/api/meal-plan/mia'), await visitor.put('/api/meal-plan/mia', {})];
    expect(responses.map((response) => [response.statusCode, response.json().message])).toEqual([
      [401, 'Please log in to view your meal plan'],
      [401, 'Please log in to change your meal plan'],
    ]);
  });

  it('rejects invalid input with its reason, and changes nothing', async () => {
    const before = await app.head();
    const refused: [object, string][] = [
      [{ Someday: {} }, 'Invalid input data: there is no field Someday'],
      [{ Monday: { Brunch: null } }, 'Invalid input data: there is no field Monday.Brunch'],
      [{ Monday: { Dinner: { title: 'Toast' } } }, 'Invalid input data: Monday.Dinner.id is missing'],
      [{ Monday: { Dinner: { id: 'toast', title: 'Toast' } } }, 'Invalid input data: Monday.Dinner.id is not an id'],
      [{ Monday: { Dinner: { ...ramen, title: '  ' } } }, 'A planned recipe needs a title'],
      [
        { Monday: { Dinner: { ...ramen, imageUrl: 'javascript:alert(1)' } } },
        'Invalid input data: Monday.Dinner.imageUrl is not the address of a picture',
      ],
      [
        { Monday: { Dinner: { ...ramen, imageUrl: '//elsewhere.example/x.png' } } },
        'Invalid input data: Monday.Dinner.imageUrl is not the address of a picture',
      ],
    ];
    for (const [body, message] of refused) {
      const response = await app.as('eve').put('/api/meal-plan/eve', body);
      expect([response.statusCode, response.json().message]).toEqual([422, message]);
    }
    const badChanges: [object, string][] = [
      [{}, 'Invalid input data: the body needs at least one field'],
      [{ plan: [{ id: newId(), day: 'Monday', meal: 'Dinner' }] }, 'A meal needs either a recipe or a note'],
      [{ plan: [{ id: newId(), day: 'Monday', meal: 'Dinner', note: { title: ' ' } }] }, 'Write what is planned'],
      [{ move: [{ id: newId(), day: 'Monday' }] }, 'Invalid input data: move[0].meal is missing'],
      [
        { setServings: [{ id: newId(), servings: 0 }] },
        'Invalid input data: setServings[0].servings must be at least 1',
      ],
    ];
    for (const [body, message] of badChanges) {
      const response = await app.as('eve').patch('/api/meal-plan/eve', body);
      expect([response.statusCode, response.json().message]).toEqual([422, message]);
    }
    const badWeeks = {
      '2026-02-31x': 'week has the wrong format',
      now: 'week has the wrong format',
      '1999-12-27': 'week has the wrong format',
      '2026-13-01': 'there is no 2026-13-01',
    };
    for (const [week, message] of Object.entries(badWeeks)) {
      const response = await read('eve', `?week=${week}`);
      expect([response.statusCode, response.json().message]).toEqual([422, `Invalid input data: ${message}`]);
    }
    const badTag = await save('eve', {}, { 'if-match': '"nothing of ours"' });
    expect([badTag.statusCode, badTag.json().message]).toEqual([422, 'If-Match must be the ETag of a meal plan']);
    const etag = String((await read('eve', '?week=2026-11-16')).headers.etag);
    const otherWeek = await save('eve', { Monday: { Dinner: pie } }, { 'if-match': etag }, '?week=2026-11-23');
    expect([otherWeek.statusCode, otherWeek.json().code]).toEqual([409, 'VERSION_UNKNOWN']);
    expect(await app.head()).toBe(before);
  });
});
