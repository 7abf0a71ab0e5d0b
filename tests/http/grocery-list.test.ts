import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems, HistoryPage } from '../../server/core/contracts/grocery-list.ts';
import { ownGroceryList } from '../support/own-grocery-list.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('the grocery list over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'max', 'kim', 'rev', 'ids', 'joy', 'lea');
  });
  afterAll(() => app.close());
  const { add, list } = ownGroceryList(() => app);

  it('returns the added items, and includes them in the next read', async () => {
    const items = await add('mia', { name: 'Milk', amount: '2', unit: 'l' }, { name: 'Eggs', amount: 6 });
    expect(items).toMatchObject([
      { name: 'Milk', amount: '2', unit: 'l', checked: false, addedBy: { uid: 'mia', name: 'Mia' } },
      { name: 'Eggs', amount: '6', unit: '', checked: false },
    ]);
    expect((await list('mia')).items).toEqual(items);
  });

  it('accepts ids from the client, and rejects one in use', async () => {
    const id = newId();
    const headers = { 'idempotency-key': newId() };
    const send = (name: string, more?: Record<string, string>) =>
      app.as('ids').post('/api/grocery-list', { userId: 'ids', ingredients: [{ id, name }] }, more);
    const [first, again] = [await send('Milk', headers), await send('Milk', headers)];
    expect(first.json<AddedItems>().items).toMatchObject([{ id, name: 'Milk' }]);
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    const other = await send('Salt');
    expect([other.statusCode, other.json().code]).toEqual([409, 'ID_IN_USE']);
    expect((await list('ids')).items).toMatchObject([{ id, name: 'Milk' }]);
  });

  it('returns the revision of each change and of the list', async () => {
    const url = '/api/grocery-list/rev';
    expect((await list('rev')).revision).toBeNull();
    const [milk] = await add('rev', { name: 'Milk' });
    const both = await app.as('rev').patch(`${url}/${milk?.id}`, { checked: true, amount: '2' });
    const nothing = await app.as('rev').patch(`${url}/${milk?.id}`, { checked: true });
    expect([both, nothing].map(({ headers }) => headers['potluck-revision'])).toEqual(['2', '2']);
    expect((await list('rev')).revision).toBe('2');
  });

  it('checks, changes, removes and restores an item', async () => {
    const [milk, eggs] = await add('tom', { name: 'Milk' }, { name: 'Eggs' });
    const path = `/api/grocery-list/tom/${milk?.id}`;
    const changed = await app.as('tom').patch(path, { checked: true, amount: '1 1/2', unit: 'l' });
    expect(changed.json()).toEqual({
      ...milk,
      amount: '1 1/2',
      unit: 'l',
      checked: true,
      checkedBy: { uid: 'tom', name: 'Tom' },
      changedBy: { uid: 'tom', name: 'Tom' },
    });
    expect((await app.as('tom').delete(path)).statusCode).toBe(204);
    expect((await list('tom')).items).toEqual([eggs]);
    const restored = await app.as('tom').post('/api/grocery-list/tom/restore', { ingredientIds: [milk?.id] });
    expect(restored.json<AddedItems>().items).toEqual([changed.json()]);
    expect((await list('tom')).items).toEqual([changed.json(), eggs]);
  });

  it('refuses a change of a value that was changed meanwhile, and says which one', async () => {
    const [milk] = await add('joy', { name: 'Milk', amount: 2, unit: 'l' });
    const change = (body: object) => app.as('joy').patch(`/api/grocery-list/joy/${milk?.id}`, body);
    expect((await change({ amount: 3, from: { amount: 2, unit: 'l' } })).json()).toMatchObject({ amount: '3' });
    const refused = await change({ amount: '4', checked: true, from: { amount: '2', unit: 'l' } });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'ITEM_CHANGED_MEANWHILE', field: 'amount' },
    ]);
    const name = await change({ name: 'Oat milk', from: { name: 'Milk' } });
    expect(name.json()).toMatchObject({ name: 'Oat milk', amount: '3', checked: false });
    expect((await change({ amount: 4, from: { amount: '3' } })).json()).toMatchObject({
      name: 'Oat milk',
      amount: '4',
    });
  });

  it('shows what was changed, and lets it be undone', async () => {
    const [milk] = await add('lea', { name: 'Milk', amount: 2, unit: 'l' });
    const url = '/api/grocery-list/lea';
    await app.as('lea').patch(`${url}/${milk?.id}`, { amount: 3, checked: true });
    const history = async (query = '') => (await app.as('lea').get(`${url}/history${query}`)).json<HistoryPage>();
    const [checked, changed, added] = (await history()).items;
    expect(checked).toMatchObject({ did: 'checked', changeId: changed?.changeId, canUndo: true });
    expect(changed?.fields).toEqual([{ field: 'amount', from: '2', to: '3' }]);
    expect(changed?.items).toEqual([{ id: milk?.id, name: 'Milk', amount: '3', unit: 'l' }]);
    expect(added?.items).toEqual([{ id: milk?.id, name: 'Milk', amount: '2', unit: 'l' }]);
    expect(changed?.undoneBy).toBeUndefined();
    const undo = (changeId: string | undefined) => app.as('lea').post(`${url}/history/${changeId}/undo`);
    const undone = await undo(changed?.changeId);
    expect([undone.statusCode, undone.json()]).toMatchObject([200, { items: [{ amount: '2', checked: false }] }]);
    expect((await list('lea')).items).toMatchObject([{ name: 'Milk', amount: '2', checked: false }]);
    const [byUndo] = (await history()).items;
    expect(byUndo).toMatchObject({ did: 'changed', undoes: changed?.changeId, canUndo: true });
    const lea = { uid: 'lea', name: 'Lea' };
    const older = await history(`?cursor=2`);
    expect(older.items).toMatchObject([
      { did: 'checked', undoneBy: lea, canUndo: false },
      { did: 'changed', undoneBy: lea, canUndo: false },
      { did: 'added', canUndo: true },
    ]);
    const again = await undo(changed?.changeId);
    expect([again.statusCode, again.json().code]).toEqual([409, 'ALREADY_UNDONE']);
    const undoNewest = async () => undo((await history()).items[0]?.changeId);
    for (const [undoneBy, amount] of [
      [undefined, '3'],
      [lea, '2'],
    ] as const) {
      await undoNewest();
      expect((await list('lea')).items).toMatchObject([{ amount }]);
      expect((await history('?cursor=2')).items[1]?.undoneBy).toEqual(undoneBy);
    }
    expect((await undo(newId())).json().code).toBe('CHANGE_NOT_FOUND');
    expect((await undo('no-id')).json().code).toBe('CHANGE_NOT_FOUND');
    await undo(added?.changeId);
    expect((await list('lea')).items).toEqual([]);
    expect((await undo(byUndo?.changeId)).json().code).toBe('NOTHING_TO_UNDO');
  });

  it('checks several items as one change, which is undone as a whole', async () => {
    const [first, second, other] = await add('max', { name: 'Milk' }, { name: 'Milk' }, { name: 'Tea' });
    const removed = await add('max', { name: 'Milk' });
    const url = '/api/grocery-list/max';
    await app.as('max').delete(`${url}/${removed[0]?.id}`);
    const ingredientIds = [first, second, removed[0]].map((item) => item?.id);
    const checked = await app.as('max').patch(url, { ingredientIds, checked: true });
    const max = { uid: 'max', name: 'Max' };
    expect([checked.statusCode, checked.json().items]).toMatchObject([
      200,
      [
        { id: first?.id, checked: true, checkedBy: max },
        { id: second?.id, checked: true },
      ],
    ]);
    const { items: history }: HistoryPage = (await app.as('max').get(`${url}/history?limit=2`)).json();
    expect(history).toMatchObject([{ did: 'checked' }, { did: 'checked', changeId: history[0]?.changeId }]);
    await app.as('max').post(`${url}/history/${history[0]?.changeId}/undo`);
    expect((await list('max')).items.map((item) => item.checked)).toEqual([false, false, false]);

    const gone = await app.as('max').patch(url, { ingredientIds: [removed[0]?.id], checked: true });
    expect([gone.statusCode, gone.json().code]).toEqual([404, 'ITEM_NOT_FOUND']);
    for (const body of [{ ingredientIds: [], checked: true }, { ingredientIds: [other?.id] }, { checked: true }]) {
      expect((await app.as('max').patch(url, body)).statusCode).toBe(422);
    }
    expect((await app.as('mia').patch(url, { ingredientIds, checked: true })).statusCode).toBe(403);
  });

  it('clears only checked items, if asked', async () => {
    const [tea, jam] = await add('joy', { name: 'Tea' }, { name: 'Jam' });
    const ingredientIds = [tea?.id, jam?.id];
    await app.as('joy').patch(`/api/grocery-list/joy/${jam?.id}`, { checked: true });
    const cleared = await app.as('joy').delete('/api/grocery-list/joy', { ingredientIds, onlyChecked: true });
    expect(cleared.statusCode).toBe(204);
    const names = (await list('joy')).items.map(({ name }) => name);
    expect(names).toContain('Tea');
    expect(names).not.toContain('Jam');
  });

  it('clears and restores the list', async () => {
    const items = await add('ann', { name: 'Milk' }, { name: 'Eggs' });
    expect((await app.as('ann').delete('/api/grocery-list/ann')).statusCode).toBe(204);
    expect((await list('ann')).items).toEqual([]);
    expect((await app.as('ann').post('/api/grocery-list/ann/restore', {})).json<AddedItems>().items).toEqual(items);
    const history: HistoryPage = (await app.as('ann').get('/api/grocery-list/ann/history?limit=2')).json();
    expect(history.items).toMatchObject([
      { did: 'restored', by: { uid: 'ann', name: 'Ann' }, items: [{ name: 'Milk' }, { name: 'Eggs' }] },
      { did: 'cleared' },
    ]);
    const rest: HistoryPage = (
      await app.as('ann').get(`/api/grocery-list/ann/history?cursor=${history.nextCursor}`)
    ).json();
    expect(rest.items.map(({ did }) => did)).toEqual(['added']);
    expect(rest.nextCursor).toBeNull();
  });

  it('clears the named items, keeps newer ones, and restores the cleared ones', async () => {
    const clear = (ingredientIds: string[]) => app.as('kim').delete('/api/grocery-list/kim', { ingredientIds });
    const seen = await add('kim', { name: 'Milk' }, { name: 'Eggs' });
    const ids = seen.map(({ id }) => id);
    const meanwhile = await add('kim', { name: 'Salt' });
    expect((await clear(ids)).statusCode).toBe(204);
    expect((await list('kim')).items).toEqual(meanwhile);
    expect((await clear(ids)).statusCode, 'all are gone already').toBe(204);
    expect((await list('kim')).items).toEqual(meanwhile);
    const restored = await app.as('kim').post('/api/grocery-list/kim/restore', { ingredientIds: ids });
    expect(restored.json<AddedItems>().items).toEqual(seen);
    expect((await list('kim')).items).toEqual([...seen, ...meanwhile]);
    const history: HistoryPage = (await app.as('kim').get('/api/grocery-list/kim/history?limit=3')).json();
    expect(history.items.map(({ did }) => did)).toEqual(['restored', 'removed', 'removed']);
  });

  it('clears nothing for an invalid body, and everything for an empty one', async () => {
    const clear = (body: object | string, type = 'application/json') =>
      app.as('kim').delete('/api/grocery-list/kim', body, { 'content-type': type });
    const [item] = await add('kim', { name: 'Rice' });
    const before = (await list('kim')).items;
    const refused: [object | string, number, string?][] = [
      [{ ingredientIds: [] }, 422],
      [{ ingredientIds: ['rice'] }, 422],
      [{ ingredientIds: item?.id }, 422],
      [{ ingredientIds: Array.from({ length: 1_001 }, () => newId()) }, 422],
      [{ ids: [item?.id] }, 422],
      [[item?.id], 422],
      ['null', 422],
      ['{"ingredientIds"', 400],
      [`ingredientIds=${item?.id}`, 415, 'application/x-www-form-urlencoded'],
    ];
    for (const [body, status, type] of refused) {
      expect((await clear(body, type)).statusCode, JSON.stringify(body).slice(0, 50)).toBe(status);
    }
    expect((await list('kim')).items).toEqual(before);
    expect((await clear({})).statusCode).toBe(204);
    expect((await list('kim')).items).toEqual([]);
  });

  it('adds items once when a request is repeated', async () => {
    const key = { 'idempotency-key': newId() };
    const body = { userId: 'ben', ingredients: [{ name: 'Milk' }] };
    const sent = await Promise.all([1, 2, 3].map(() => app.as('ben').post('/api/grocery-list', body, key)));
    expect(new Set(sent.map((response) => response.body)).size).toBe(1);
    expect((await list('ben')).items).toHaveLength(1);
    await app.restart();
    expect((await app.as('ben').post('/api/grocery-list', body, key)).body).toBe(sent[0]?.body);
    expect((await list('ben')).items).toHaveLength(1);
  });

  it('answers 304 for a list that has not changed', async () => {
    const { headers } = await app.as('mia').get('/api/grocery-list/mia');
    const etag = { 'if-none-match': String(headers.etag) };
    expect((await app.as('mia').get('/api/grocery-list/mia', etag)).statusCode).toBe(304);
    await add('mia', { name: 'Pepper' });
    expect((await app.as('mia').get('/api/grocery-list/mia', etag)).statusCode).toBe(200);
  });
});
