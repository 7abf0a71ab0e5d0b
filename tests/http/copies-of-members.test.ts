/** What members keep of a household when they leave it, or when it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import { itemsOfMembers, withKey } from '../support/items-of-members.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the items of a former member', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp(
      'ann',
      'ben',
      'eve',
      'max',
      'kim',
      'lea',
      'joy',
      'sam',
      'full',
      'kit',
      'uma',
      'zoe',
      'leo',
      'pat',
    );
  });
  afterAll(() => app.close());
  const { add, items, names, check, found, join, further } = itemsOfMembers(() => app);

  it('include a copy of the list on leaving if they ask, once', async () => {
    const { id, code } = await found('lea', 'Flat');
    await join('joy', { code });
    await add('lea', id, 'Milk', 'Bread');
    await check('joy', id, 'Bread');
    const headers = withKey();
    const leave = (query = '?keepCopy=true') =>
      app.as('joy').delete(`/api/households/${id}/members/joy${query}`, undefined, headers);
    expect((await leave()).statusCode).toBe(204);
    expect((await leave()).statusCode).toBe(204);
    expect((await app.as('joy').get(`/api/grocery-list/${id}`)).statusCode).toBe(403);
    const lists = await further('joy');
    expect(lists).toMatchObject([{ name: 'Flat' }]);
    const copy = lists[0]?.id ?? '';
    expect(await items('joy', copy)).toMatchObject([
      { name: 'Milk', checked: false, addedBy: { uid: 'lea', name: 'Lea' } },
      { name: 'Bread', checked: true, checkedBy: { uid: 'joy', name: 'Joy' } },
    ]);
    expect([await names('lea', id), await further('lea')]).toEqual([['Milk', 'Bread'], []]);
    // The copy shows the current names of former members, too.
    await app.as('lea').put('/api/profile/lea', { username: 'Leah' });
    await expect
      .poll(async () => (await items('joy', copy))[0]?.addedBy.name, { timeout: 50_000 })
      .toBe((await items('lea', id))[0]?.addedBy.name);
    // The copies are items of their own, beside which those of the household stay when they are moved there.
    await join('joy', { code });
    const ingredientIds = (await items('joy', copy)).map((item) => item.id);
    const { listId: to } = (await app.as('lea').get(`/api/grocery-list/${id}`)).json<GroceryList>();
    expect((await app.as('joy').post(`/api/grocery-list/${copy}/move`, { ingredientIds, to })).statusCode).toBe(200);
    expect(await names('lea', id)).toEqual(['Milk', 'Bread', 'Milk', 'Bread']);
  });

  it('include another copy if they join again, and leave again', async () => {
    const { id, code } = await found('eve', 'Tent');
    await add('eve', id, 'Rope');
    for (let copies = 1; copies <= 2; copies++) {
      await join('ben', { code });
      const left = await app.as('ben').delete(`/api/households/${id}/members/ben?keepCopy=true`, undefined, withKey());
      expect(left.statusCode).toBe(204);
      const lists = await further('ben');
      expect(lists).toHaveLength(copies);
      for (const list of lists) expect(await names('ben', list.id)).toEqual(['Rope']);
    }
  });

  it('include no copy of an empty list, which keeps nobody from leaving', async () => {
    const { id, code } = await found('lea', 'Empty');
    await join('max', { code });
    const left = await app.as('max').delete(`/api/households/${id}/members/max?keepCopy=true`, undefined, withKey());
    expect(left.statusCode).toBe(204);
    expect(await further('max')).toEqual([]);
  });

  it('include a copy of the list for each member when the owner dissolves the household and asks for it', async () => {
    const { id, code } = await found('sam', 'Cabin');
    await join('ann', { code });
    await add('sam', id, 'Milk');
    const keep = (as: string) => app.as(as).delete(`/api/households/${id}?keepCopies=true`, undefined, withKey());
    expect((await keep('ann')).statusCode).toBe(403);
    expect(await further('ann')).toEqual([]);
    expect((await keep('sam')).statusCode).toBe(204);
    for (const as of ['sam', 'ann']) {
      const [copy] = await further(as);
      expect(copy?.name).toBe('Cabin');
      expect(await names(as, copy?.id)).toEqual(['Milk']);
    }
    expect((await app.as('sam').get(`/api/grocery-list/${id}`)).statusCode).toBe(403);
  });

  it('include what members make of their copy, also when dissolving is repeated', async () => {
    const { id } = await found('sam', 'Shed');
    await add('sam', id, 'Nails', 'Paint');
    const headers = withKey();
    const dissolve = () => app.as('sam').delete(`/api/households/${id}?keepCopies=true`, undefined, headers);
    expect((await dissolve()).statusCode).toBe(204);
    const copy = (await further('sam')).find(({ name }) => name === 'Shed')?.id ?? '';
    const [nails] = await items('sam', copy);
    expect((await app.as('sam').delete(`/api/grocery-list/${copy}/${nails?.id}`)).statusCode).toBe(204);
    expect((await dissolve()).statusCode).toBe(204);
    expect(await names('sam', copy)).toEqual(['Paint']);
  });

  it('include nothing that others add after they have left, also when leaving is repeated', async () => {
    const { id, code } = await found('uma', 'Studio');
    await join('kit', { code });
    const headers = withKey();
    const leave = () => app.as('kit').delete(`/api/households/${id}/members/kit?keepCopy=true`, undefined, headers);
    expect((await leave()).statusCode).toBe(204);
    await add('uma', id, 'Secret gift');
    expect((await leave()).statusCode).toBe(204);
    expect([await further('kit'), await names('kit')]).toEqual([[], []]);
  });

  it('are assigned to the member in their copy, to nobody else and to no meal of the household', async () => {
    const { id, code } = await found('zoe', 'Boat');
    await join('leo', { code });
    const ingredients = [
      { name: 'Milk', assignedTo: 'leo', plannedMeal: { id: newId(), portion: 1 } },
      { name: 'Bread', assignedTo: 'zoe' },
    ];
    expect((await app.as('zoe').post('/api/grocery-list', { userId: id, ingredients })).statusCode).toBe(201);
    const left = await app.as('leo').delete(`/api/households/${id}/members/leo?keepCopy=true`, undefined, withKey());
    expect(left.statusCode).toBe(204);
    const copies = await items('leo', (await further('leo'))[0]?.id);
    expect(copies).toMatchObject([{ name: 'Milk', assignedTo: { uid: 'leo' } }, { name: 'Bread' }]);
    expect(copies[0]).not.toHaveProperty('plannedMeal');
    expect(copies[1]).not.toHaveProperty('assignedTo');
  });

  it('stay in the household with a member whose lists are all full, until its owner dissolves it', async () => {
    const { id, code } = await found('zoe', 'Loft');
    await join('full', { code });
    await join('leo', { code });
    await add('zoe', id, 'Milk');
    for (let n = 0; n < 5; n++) await add('full', 'full', ...Array.from({ length: 100 }, (_, i) => `${n} ${i}`));
    for (let n = 0; n < 19; n++) await app.as('full').post('/api/grocery-list/full/lists', { name: `List ${n}` });
    const left = await app.as('full').delete(`/api/households/${id}/members/full?keepCopy=true`, undefined, withKey());
    expect([left.statusCode, left.json()]).toMatchObject([409, { code: 'LIST_FULL' }]);
    expect(await names('full', id)).toEqual(['Milk']);

    const ended = await app.as('zoe').delete(`/api/households/${id}?keepCopies=true`, undefined, withKey());
    expect(ended.statusCode).toBe(204);
    const copy = (await further('leo')).find(({ name }) => name === 'Loft');
    expect(await names('leo', copy?.id)).toEqual(['Milk']);
  });

  it('include a copy of a list with more than 500 items, of which some were put back', async () => {
    const { id, code } = await found('kit', 'Camp');
    await join('uma', { code });
    for (let n = 0; n < 5; n++) await add('kit', id, ...Array.from({ length: 100 }, (_, i) => `Thing ${n * 100 + i}`));
    const [first] = await items('kit', id);
    await app.as('kit').delete(`/api/grocery-list/${id}/${first?.id}`);
    await add('kit', id, 'Milk');
    const restored = await app.as('kit').post(`/api/grocery-list/${id}/restore`, { ingredientIds: [first?.id] });
    expect(restored.statusCode).toBe(200);
    const left = await app.as('uma').delete(`/api/households/${id}/members/uma?keepCopy=true`, undefined, withKey());
    expect(left.statusCode).toBe(204);
    expect(await items('uma', (await further('uma')).at(-1)?.id)).toHaveLength(501);
  });

  it('include copies of the other lists, under their names, when members leave and when the household ends', async () => {
    const { id, code } = await found('kit', 'Boat');
    for (const member of ['uma', 'leo']) await join(member, { code });
    const opened = await app.as('kit').post(`/api/grocery-list/${id}/lists`, { name: 'Harbour' });
    await app.as('kit').post(`/api/grocery-list/${id}/lists`, { name: 'Empty' });
    await add('kit', id, 'Milk');
    await add('kit', opened.json<OwnersList>().id, 'Rope', 'Paint');
    const left = await app.as('uma').delete(`/api/households/${id}/members/uma?keepCopy=true`, undefined, withKey());
    expect(left.statusCode).toBe(204);
    const ended = await app.as('kit').delete(`/api/households/${id}?keepCopies=true`, undefined, withKey());
    expect(ended.statusCode).toBe(204);
    for (const member of ['uma', 'leo', 'kit']) {
      const copies = (await further(member)).slice(-2);
      expect(copies.map(({ name }) => name)).toEqual(['Boat', 'Harbour']);
      expect(await names(member, copies[0]?.id)).toEqual(['Milk']);
      expect(await names(member, copies[1]?.id)).toEqual(['Rope', 'Paint']);
    }
  });

  it('are on their main list if they have too many lists for a copy', async () => {
    const { id, code } = await found('lea', 'Barn');
    await join('kim', { code });
    await add('lea', id, 'Milk');
    for (let n = 0; n < 19; n++) await app.as('kim').post('/api/grocery-list/kim/lists', { name: `List ${n}` });
    const left = await app.as('kim').delete(`/api/households/${id}/members/kim?keepCopy=true`, undefined, withKey());
    expect(left.statusCode).toBe(204);
    expect(await names('kim')).toEqual(['Milk']);
  });

  it('are on their main list once if there was no room for all, and they leave when there is', async () => {
    const { id, code } = await found('ann', 'Yard');
    await join('pat', { code });
    const tools = (await app.as('ann').post(`/api/grocery-list/${id}/lists`, { name: 'Tools' })).json<OwnersList>();
    await add('ann', id, 'Milk');
    await add('ann', tools.id, 'Saw');
    for (let n = 0; n < 5; n++)
      await add('pat', 'pat', ...Array.from({ length: n < 4 ? 100 : 99 }, (_, i) => `${n} ${i}`));
    for (let n = 0; n < 19; n++) await app.as('pat').post('/api/grocery-list/pat/lists', { name: `List ${n}` });
    const leave = () => app.as('pat').delete(`/api/households/${id}/members/pat?keepCopy=true`, undefined, withKey());
    expect((await leave()).json()).toMatchObject({ code: 'LIST_FULL' });
    for (const list of (await further('pat')).slice(0, 2))
      expect((await app.as('pat').delete(`/api/grocery-list/pat/lists/${list.id}`)).statusCode).toBe(204);
    expect((await leave()).statusCode).toBe(204);
    const copies = (await further('pat')).slice(17);
    expect(copies.map(({ name }) => name)).toEqual(['Tools']);
    expect(await names('pat', copies[0]?.id)).toEqual(['Saw']);
    expect((await names('pat')).filter((name) => name === 'Milk')).toHaveLength(1);
  });
});
