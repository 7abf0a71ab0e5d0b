/** Moves of items, when another call of a member comes between the steps of the request. */
import { describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems } from '../../server/core/contracts/grocery-list.ts';
import type { MovedItems, OwnersList } from '../../server/core/contracts/grocery-lists.ts';
import type { JoinedHousehold } from '../../server/core/contracts/households.ts';
import { headerNames } from '../../server/core/contracts/shared.ts';
import { ownedByHousehold, ownedByUser } from '../../server/ownership/ownership.ts';
import { withCallsMeanwhile } from '../support/calls-meanwhile.ts';
import { outcome } from '../support/household-calls.ts';

const { as, atStep, justBefore, head, found, invite, add, fill, read, names, open } = withCallsMeanwhile(
  'mia',
  'tom',
  'ann',
  'ben',
  'kim',
);

describe('items that are moved', () => {
  it('are removed from the first list at the position of the response', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    const form = { ingredientIds: [cake?.id], to: party.id };
    const { headers } = await as('mia').post(`/api/grocery-list/${home.id}/move`, form);
    expect(headers[headerNames.position]).toBe(String(await head()));
  });

  it('stay where they were if the other list is closed meanwhile', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    justBefore(`groceryList-${party.id}`, () => as('tom').delete(`/api/grocery-list/${home.id}/lists/${party.id}`));
    const moved = await as('mia').post(`/api/grocery-list/${home.id}/move`, {
      ingredientIds: [cake?.id],
      to: party.id,
    });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect(await names('tom', home.id)).toEqual(['Cake']);
  });

  it('are on the main list if the other list is closed meanwhile, and they are saved there', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const market = await open('tom', home, 'Market');
    const [cake] = (await add('mia', party.id, 'Cake')).json<AddedItems>().items;
    // Read for the list that they leave, then before they are added to the other one, and after that.
    atStep(
      `read household-${home.id}`,
      () => as('tom').delete(`/api/grocery-list/${home.id}/lists/${market.id}`, { ingredientIds: [] }),
      2,
    );
    const moved = await as('mia').post(`/api/grocery-list/${party.id}/move`, {
      ingredientIds: [cake?.id],
      to: market.id,
    });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect([await names('mia', party.id), await names('mia', home.id)]).toEqual([[], ['Cake']]);
  });

  it('stay on the own list of a member who was removed, also if they repeat their join', async () => {
    const home = await found('mia');
    const { code } = await invite('mia', home);
    const join = () => as('kim').post('/api/households/join', { code, bringItems: true }, key);
    const key = { [headerNames.idempotencyKey]: newId() };
    expect(outcome(await join())).toBe(200);
    expect(outcome(await as('mia').delete(`/api/households/${home.id}/members/kim`))).toBe(204);
    await add('kim', 'kim', 'Own');
    await join();
    expect([await names('mia', home.id), await names('kim')]).toEqual([[], ['Own']]);
    const { items } = (await as('mia').get(`/api/grocery-list/${home.id}/history`)).json();
    expect(items).toEqual([]);
  });

  it('stay where they were if the membership in the other household ends meanwhile', async () => {
    const home = await found('mia', 'tom');
    const [gift] = (await add('tom', 'tom', 'Gift')).json<AddedItems>().items;
    const { listId: to } = ownedByHousehold(home.id);
    justBefore(`groceryList-${to}`, () => as('mia').delete(`/api/households/${home.id}/members/tom`));
    const moved = await as('tom').post('/api/grocery-list/tom/move', { ingredientIds: [gift?.id], to });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect(await names('tom')).toEqual(['Gift']);
  });

  it('are where they were if the other household is dissolved before they are removed there', async () => {
    const home = await found('mia', 'ben');
    const [gift] = (await add('ben', 'ben', 'Gift')).json<AddedItems>().items;
    atStep(`read groceryList-${ownedByHousehold(home.id).listId}`, () =>
      as('mia').delete(`/api/households/${home.id}`),
    );
    const moved = await as('ben').post('/api/grocery-list/ben/move', { ingredientIds: [gift?.id], to: home.id });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect(await names('ben')).toEqual(['Gift']);
  });

  it('are where they were, too, if there is no room any more, and the membership has ended', async () => {
    const home = await found('mia', 'kim');
    await as('kim').delete('/api/grocery-list/kim');
    const [gift] = (await add('kim', 'kim', 'Gift')).json<AddedItems>().items;
    atStep(`return from groceryList-${ownedByUser('kim').listId}`, async () => {
      await fill('kim', 'kim');
      return as('mia').delete(`/api/households/${home.id}/members/kim`);
    });
    const moved = await as('kim').post('/api/grocery-list/kim/move', { ingredientIds: [gift?.id], to: home.id });
    expect(outcome(moved)).toBe('404 LIST_NOT_FOUND');
    expect((await names('kim')).slice(-2)).toEqual(['Item 99', 'Gift']);
  });

  it('are on one list of a household if the membership of who moves them there ends meanwhile', async () => {
    const home = await found('mia', 'ann');
    const party = await open('mia', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    atStep(`return from groceryList-${ownedByHousehold(home.id).listId}`, () =>
      as('mia').delete(`/api/households/${home.id}/members/ann`),
    );
    const form = { ingredientIds: [cake?.id], to: party.id };
    expect(outcome(await as('ann').post(`/api/grocery-list/${home.id}/move`, form))).toBe('404 LIST_NOT_FOUND');
    expect([await names('mia', home.id), await names('mia', party.id)]).toEqual([[], ['Cake']]);
  });

  it('stay on the own list of a person who joins if the household is dissolved meanwhile', async () => {
    const home = await found('mia');
    const { code } = await invite('mia', home);
    await add('ann', 'ann', 'Rice');
    justBefore(`groceryList-${ownedByHousehold(home.id).listId}`, () => as('mia').delete(`/api/households/${home.id}`));
    const joined = await as('ann').post('/api/households/join', { code, bringItems: true });
    expect(joined.json<JoinedHousehold>().brought).toMatchObject({ count: 0, left: 1 });
    expect(await names('ann')).toEqual(['Rice']);
  });
});

describe('items that are moved back', () => {
  it('are on one of both lists, also if they are moved back before they were removed from the first one', async () => {
    const home = await found('mia', 'tom');
    const party = await open('tom', home, 'Party');
    const [cake] = (await add('mia', home.id, 'Cake')).json<AddedItems>().items;
    const move = (user: string, from: string, to: string) =>
      as(user).post(`/api/grocery-list/${from}/move`, { ingredientIds: [cake?.id], to });
    const { listId } = ownedByHousehold(home.id);
    // Read before both steps, and between them.
    atStep(`read listCollection-${listId}`, () => move('tom', party.id, home.id), 1);
    expect(outcome(await move('mia', home.id, party.id))).toBe(200);
    expect([await names('mia', home.id), await names('mia', party.id)]).toEqual([['Cake'], []]);
  });
});

describe('items that a member is to bring', () => {
  it('are for anybody on a list that this member cannot see', async () => {
    const home = await found('ann', 'ben');
    const ingredients = [
      { name: 'Cake', assignedTo: 'ben' },
      { name: 'Rope', assignedTo: 'ann' },
    ];
    const added = await as('ann').post('/api/grocery-list', { userId: home.id, ingredients });
    const ingredientIds = added.json<AddedItems>().items.map(({ id }) => id);
    const { listId: to } = await read('ann');
    expect(outcome(await as('ann').post(`/api/grocery-list/${home.id}/move`, { ingredientIds, to }))).toBe(200);
    const assigned = (await read('ann')).items.slice(-2).map(({ name, assignedTo }) => [name, assignedTo?.uid]);
    expect([assigned, await names('ann', home.id)]).toEqual([
      [
        ['Cake', undefined],
        ['Rope', 'ann'],
      ],
      [],
    ]);
  });
});

describe('items that two members move to different lists at the same time', () => {
  const setUp = async () => {
    const home = await found('ann', 'ben');
    const [party, market] = [await open('ben', home, 'Party'), await open('ben', home, 'Market')];
    const items = (await add('ann', home.id, 'Cake', 'Rope')).json<AddedItems>().items;
    const move = (user: string, to: string, some = items, headers = {}) =>
      as(user).post(`/api/grocery-list/${home.id}/move`, { ingredientIds: some.map(({ id }) => id), to }, headers);
    const lists = async () => [
      await names('ann', home.id),
      await names('ann', party.id),
      await names('ann', market.id),
    ];
    return { home, party, market, items, move, lists };
  };

  it.each([
    ['after they were added to the one', ({ party }: { party: OwnersList }) => `return from groceryList-${party.id}`],
    ['before they are added to the one', ({ party }: { party: OwnersList }) => `change groceryList-${party.id}`],
  ])('are on the list to which they left first, %s', async (_, operation) => {
    const parts = await setUp();
    const { party, market, items, move, lists } = parts;
    atStep(operation(parts), () => move('ben', market.id, items.slice(0, 1)));
    const moved = await move('ann', party.id);
    expect(moved.json<MovedItems>().ingredientIds).toEqual([items[1]?.id]);
    expect(await lists()).toEqual([[], ['Rope'], ['Cake']]);
  });

  it('are refused as moved already if none is left, also when the request is repeated', async () => {
    const { party, market, items, move, lists } = await setUp();
    justBefore(`groceryList-${party.id}`, () => move('ben', market.id));
    const key = { 'idempotency-key': newId() };
    for (let sent = 0; sent < 2; sent++)
      expect(outcome(await move('ann', party.id, items, key))).toBe('404 ITEM_NOT_FOUND');
    expect(await lists()).toEqual([[], [], ['Cake', 'Rope']]);
  });

  it('are there only, too, if a member was to bring them who cannot see the other list', async () => {
    const { home, market, items, move } = await setUp();
    await as('ben').patch(`/api/grocery-list/${home.id}/${items[0]?.id}`, { assignedTo: 'ben' });
    const { listId } = await read('ann');
    atStep(`return from groceryList-${listId}`, () => move('ben', market.id, items.slice(0, 1)));
    const own = await names('ann');
    const moved = await move('ann', listId);
    expect(moved.json<MovedItems>().ingredientIds).toEqual([items[1]?.id]);
    expect([await names('ann'), await names('ann', market.id)]).toEqual([[...own, 'Rope'], ['Cake']]);
  });

  it('stay there if both have chosen the same list', async () => {
    const { party, move, lists } = await setUp();
    const both = await Promise.all([move('ann', party.id), move('ben', party.id)]);
    expect(both.map(outcome)).toEqual([200, 200]);
    expect(await lists()).toEqual([[], ['Cake', 'Rope'], []]);
  });
});
