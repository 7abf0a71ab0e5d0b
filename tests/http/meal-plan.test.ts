/** Saving and reading the plan of a week as a whole. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { MealPlan } from '../../server/core/contracts/meal-plan.ts';
import { daysAfter, mondayOf } from '../../server/core/contracts/week.ts';
import { emptyDay, emptyPlan, mealPlanCalls, pie, pizza, ramen, slotsOf } from '../support/meal-plan-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const thisWeek = () => mondayOf(new Date().toISOString().slice(0, 10));

describe('the meal plan over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'ann', 'ben', 'eve', 'rev');
  });
  afterAll(() => app.close());
  const { read, save } = mealPlanCalls(() => app);

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

  it('proposes recipes of long ago to the members only', async () => {
    const longAgo = (as: string) => app.as(as).get('/api/meal-plan/eve/long-ago');
    const form = { type: 'image', title: 'Soup' };
    const [soup, gone] = [
      await app.as('eve').post('/api/recipes', form),
      await app.as('eve').post('/api/recipes', form),
    ];
    const monday = daysAfter(thisWeek(), -70);
    const dinner = { id: soup.json().id, title: 'Soup' };
    await save(
      'eve',
      { Monday: { Dinner: dinner, Lunch: { id: gone.json().id, title: 'Soup' } } },
      {},
      `?week=${monday}`,
    );
    await app.as('eve').delete(`/api/recipes/${gone.json().id}`);
    expect((await longAgo('eve')).json()).toEqual({ items: [{ recipe: dinner, lastPlanned: monday }] });
    expect((await longAgo('mia')).statusCode).toBe(403);
    await save('eve', { Sunday: { Dinner: dinner } });
    expect((await longAgo('eve')).json()).toEqual({ items: [] });
    await save('eve', {});
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
});
