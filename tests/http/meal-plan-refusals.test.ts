/** What a meal plan refuses: other users and visitors, and invalid input. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { emptyPlan, mealPlanCalls, pie, ramen, slotsOf } from '../support/meal-plan-calls.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the meal plan over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'eve');
  });
  afterAll(() => app.close());
  const { read, save } = mealPlanCalls(() => app);

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
      '2027-02-31': 'there is no 2027-02-31',
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
