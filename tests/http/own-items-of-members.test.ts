/** What members bring to a household. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { JoinedHousehold } from '../../server/core/contracts/households.ts';
import { itemsOfMembers, withKey } from '../support/items-of-members.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the items of a member', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve', 'max', 'kim', 'full');
  });
  afterAll(() => app.close());
  const { add, items, names, check, found, join } = itemsOfMembers(() => app);

  it('are brought on joining if they ask: the unchecked ones, once', async () => {
    const { id, code } = await found('mia');
    await add('mia', id, 'Bread');
    await add('tom', 'tom', 'Milk', 'Soap', 'Coffee');
    await check('tom', 'tom', 'Soap');
    const headers = withKey();
    const joined = await join('tom', { code, bringItems: true }, headers);
    expect([joined.statusCode, joined.json<JoinedHousehold>().brought]).toEqual([
      200,
      { count: 2, left: 0, changeId: expect.any(String), ingredientIds: [expect.any(String), expect.any(String)] },
    ]);
    expect(await items('mia', id)).toMatchObject([
      { name: 'Bread' },
      { name: 'Milk', addedBy: { uid: 'tom', name: 'Tom' } },
      { name: 'Coffee', checked: false },
    ]);
    expect(await names('tom')).toEqual(['Soap']);

    // Added after it, so the repeated request must not touch it.
    await add('tom', 'tom', 'Wine');
    const again = await join('tom', { code, bringItems: true }, headers);
    expect([again.statusCode, again.json()]).toEqual([200, joined.json()]);
    expect(await names('tom')).toEqual(['Soap', 'Wine']);
    expect(await names('mia', id)).toEqual(['Bread', 'Milk', 'Coffee']);
  });

  it('come back when they are moved back', async () => {
    const { id, code } = await found('ann');
    await add('ben', 'ben', 'Milk');
    const { ingredientIds } = (await join('ben', { code, bringItems: true })).json<JoinedHousehold>().brought ?? {};
    const to = (await app.as('ben').get('/api/grocery-list/ben')).json<GroceryList>().listId;
    expect((await app.as('ben').post(`/api/grocery-list/${id}/move`, { ingredientIds, to })).statusCode).toBe(200);
    expect([await names('ben'), await names('ann', id)]).toEqual([['Milk'], []]);
  });

  it('stay if they do not ask, if there are none, or if the list is full: they join all the same', async () => {
    const { id, code } = await found('eve');
    await add('max', 'max', 'Milk');
    expect((await join('max', { code })).json<JoinedHousehold>().brought).toBeUndefined();
    expect(await names('max')).toEqual(['Milk']);
    const none = await join('kim', { code, bringItems: true });
    expect([none.statusCode, none.json<JoinedHousehold>().brought]).toMatchObject([200, { count: 0, left: 0 }]);

    for (let n = 0; n < 5; n++) await add('eve', id, ...Array.from({ length: 100 }, (_, i) => `Thing ${n * 100 + i}`));
    await add('full', 'full', 'Milk', 'Salt', 'Soap');
    await check('full', 'full', 'Soap');
    const refused = await join('full', { code, bringItems: true });
    expect([refused.statusCode, refused.json<JoinedHousehold>().brought]).toMatchObject([200, { count: 0, left: 2 }]);
    expect(await names('full')).toEqual(['Milk', 'Salt', 'Soap']);
    expect((await app.as('full').get(`/api/grocery-list/${id}`)).statusCode).toBe(200);
  });

  it('that other members have removed stay removed when a member restores only their own', async () => {
    const { id, code } = await found('kim');
    await join('max', { code });
    await add('kim', id, 'Bread', 'Milk');
    const [bread, milk] = (await items('kim', id)).map((item) => item.id);
    const url = `/api/grocery-list/${id}`;
    await app.as('kim').delete(`${url}/${bread}`);
    await app.as('max').delete(`${url}/${milk}`);
    const restored = await app.as('max').post(`${url}/restore`, { ingredientIds: [bread, milk], onlyOwn: true });
    expect(restored.statusCode).toBe(200);
    expect(await names('max', id)).toEqual(['Milk']);
  });
});
