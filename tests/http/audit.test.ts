import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Accesses, AuditedEvents } from '../../server/core/contracts/audit.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the log over HTTP, for operators', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'eve');
    await app.makeOperator('eve');
    for (const user of ['mia', 'tom']) {
      await app.as(user).post('/api/grocery-list', { userId: user, ingredients: [{ name: 'Milk' }] });
      await app.as(user).post('/api/community', { title: `Soup of ${user}`, type: 'text', content: 'Stir.' });
    }
    await app.as('mia').delete('/api/grocery-list/mia');
  });
  afterAll(() => app.close());

  const why = 'why=Mia+asked+who+emptied+the+list';
  const find = async (query: string) => {
    const response = await app.as('eve').get(`/api/audit/events?${why}&${query}`);
    expect(response.statusCode, response.body).toBe(200);
    return response.json<AuditedEvents>();
  };
  const accessesTo = async (user: string) => {
    const head = String(await app.head());
    const response = await app.as(user).get('/api/users/accesses', { 'potluck-at-least': head });
    return response.json<Accesses>().items;
  };

  it('finds who did what, as it was recorded', async () => {
    const { items } = await find('type=GroceryListCleared');
    expect(items).toEqual([
      expect.objectContaining({
        type: 'GroceryListCleared',
        stream: expect.stringMatching(/^groceryList-/),
        data: { items: [expect.objectContaining({ name: 'Milk' })] },
        meta: expect.objectContaining({ actor: 'mia' }),
      }),
    ]);
    const { stream, revision } = items[0] ?? {};
    expect((await find(`stream=${stream}`)).items.map((event) => event.revision)).toEqual([revision, '0']);
  });

  it('returns all pages without a gap, in either order', async () => {
    for (const order of ['newest', 'oldest']) {
      const pages: string[] = [];
      const whole = (await find(`order=${order}&type=PostPublished&limit=100`)).items.map(({ position }) => position);
      for (let after = ''; ; ) {
        const { items, next } = await find(`order=${order}&type=PostPublished&limit=1${after}`);
        pages.push(...items.map(({ position }) => position));
        if (next === null) break;
        after = `&after=${next}`;
      }
      expect(pages).toEqual(whole);
      expect(whole).toHaveLength(2);
    }
  });

  it('leaves out a type, such as what operators have read', async () => {
    await find('actor=tom');
    const types = async (query: string) => (await find(query)).items.map(({ type }) => type);
    const all = await types('limit=100');
    expect(all).toContain('AccessRecorded');
    const others = await types('limit=100&without=AccessRecorded');
    expect(others).toEqual(all.filter((type) => type !== 'AccessRecorded'));
  });

  it('records who has read whose private data and why, and shows it to them', async () => {
    const before = await accessesTo('tom');
    await find('type=GroceryItemsAdded&actor=tom');
    const [access, ...older] = await accessesTo('tom');
    expect(access).toMatchObject({
      by: { uid: 'eve', name: null },
      what: 'changes of grocery lists',
      why: 'Mia asked who emptied the list',
    });
    expect(older).toEqual(before);
    expect(await accessesTo('ann')).toEqual([]);
  });

  it('records no access to what everybody can read', async () => {
    const before = await app.head();
    await find('type=PostPublished');
    await find('type=GroceryItemsAdded&actor=ann');
    expect(await app.head()).toBe(before);
  });

  it('needs a reason, and valid times and positions', async () => {
    const refused = async (query: string) => (await app.as('eve').get(`/api/audit/events?${query}`)).json().code;
    for (const query of ['', 'why=', 'why=%20%20%20', `${why}&since=soon`, `${why}&after=-1`, `${why}&limit=101`]) {
      expect(await refused(query), query).toBe('INVALID_INPUT');
    }
  });

  it("does not exist for others, and accesses are only one's own", async () => {
    for (const user of ['mia', undefined]) {
      const response = await app.as(user).get(`/api/audit/events?${why}`);
      expect(response.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
    }
    expect((await app.as(undefined).get('/api/users/accesses')).statusCode).toBe(401);
  });
});
