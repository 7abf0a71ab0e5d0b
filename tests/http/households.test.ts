import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { AddedItems, HistoryPage } from '../../server/core/contracts/grocery-list.ts';
import type { Household, Households, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('households over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('mia', 'tom', 'ann', 'ben', 'eve');
  });
  afterAll(() => app.close());

  const found = async (as: string, name = 'Home'): Promise<Household> => {
    const response = await app.as(as).post('/api/households', { name });
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const invite = async (as: string, { id }: Household, body: object = {}): Promise<IssuedInvitation> => {
    const response = await app.as(as).post(`/api/households/${id}/invitations`, body);
    expect(response.statusCode).toBe(201);
    return response.json();
  };
  const join = (as: string, code: string) => app.as(as).post('/api/households/join', { code });
  const householdsOf = async (as: string): Promise<Household[]> =>
    (await app.as(as).get('/api/households')).json<Households>().items;
  const membersOf = ({ members }: Household) => members.map(({ name, role }) => `${name}: ${role}`);
  const outcome = (response: { statusCode: number; json(): { code?: string } }) => [
    response.statusCode,
    response.statusCode < 300 ? undefined : response.json().code,
  ];

  it('shows a household to its members, with names and roles', async () => {
    const home = await found('mia', '  Home ');
    expect(home).toMatchObject({ name: 'Home', revision: '0', members: [{ uid: 'mia', name: 'Mia', role: 'owner' }] });
    const { code } = await invite('mia', home);
    const joined = await join('tom', code);
    expect(joined.statusCode).toBe(200);
    expect(membersOf(joined.json())).toEqual(['Mia: owner', 'Tom: member']);
    const [shown] = await householdsOf('tom');
    expect(shown).toEqual(joined.json());
    expect(await householdsOf('eve')).toEqual([]);
  });

  it('is founded once when a request is repeated', async () => {
    const headers = { 'idempotency-key': newId() };
    const request = () => app.as('ben').post('/api/households', { name: 'Once' }, headers);
    const [first, again] = [await request(), await request()];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    expect(await householdsOf('ben')).toEqual([first.json()]);
  });

  it('shows open invitations to the owner, and to other members only their own', async () => {
    const home = await found('ann');
    const { code, ...byAnn } = await invite('ann', home, { uses: 3 });
    await join('ben', code);
    const byBen = await invite('ben', home);
    const invitations = async (as: string) =>
      (await householdsOf(as)).find(({ id }) => id === home.id)?.invitations.map(({ id, usesLeft }) => [id, usesLeft]);
    expect(await invitations('ann')).toEqual([
      [byAnn.id, 2],
      [byBen.id, 1],
    ]);
    expect(await invitations('ben')).toEqual([[byBen.id, 1]]);
    const shown = JSON.stringify(await householdsOf('ann'));
    expect(shown).not.toContain(code);
    expect(shown).not.toContain('secretHash');
  });

  it('accepts a code as people type it', async () => {
    const home = await found('mia', 'Typed');
    const { code } = await invite('mia', home);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')}`;
    const shown = await app.as('tom').get(`/api/invitations/${encodeURIComponent(typed)}`);
    expect(shown.json()).toEqual({ name: 'Typed', invitedBy: { name: 'Mia', avatar: null }, isMember: false });
    expect((await join('tom', typed)).statusCode).toBe(200);
    expect((await app.as('tom').get(`/api/invitations/${code}`)).json()).toMatchObject({ isMember: true });
  });

  it('returns the code again to a repeated request, and to no other', async () => {
    const home = await found('mia', 'Repeated');
    const headers = { 'idempotency-key': newId() };
    const issue = (as: string, more: Record<string, string> = headers) =>
      app.as(as).post(`/api/households/${home.id}/invitations`, {}, more);
    const [first, again] = [await issue('mia'), await issue('mia')];
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
    await join('tom', first.json<IssuedInvitation>().code);
    const codes = [await issue('tom'), await issue('mia', {})].map((each) => each.json<IssuedInvitation>().code);
    expect(new Set([...codes, first.json<IssuedInvitation>().code]).size).toBe(3);
  });

  it('says why an invitation is not valid', async () => {
    const home = await found('mia', 'Reasons');
    const once = await invite('mia', home, { uses: 1 });
    const revoked = await invite('mia', home);
    expect(outcome(await join('tom', once.code))).toEqual([200, undefined]);
    expect(outcome(await join('tom', once.code))).toEqual([200, undefined]);
    expect(outcome(await join('eve', once.code))).toEqual([409, 'INVITATION_USED_UP']);
    await app.as('mia').delete(`/api/households/${home.id}/invitations/${revoked.id}`);
    expect(outcome(await join('eve', revoked.code))).toEqual([409, 'INVITATION_REVOKED']);
    for (const wrong of ['00000-00000', 'hello', '🥕']) {
      expect(outcome(await join('eve', wrong))).toEqual([404, 'INVITATION_NOT_FOUND']);
      const path = `/api/invitations/${encodeURIComponent(wrong)}`;
      expect(outcome(await app.as('eve').get(path))).toEqual([404, 'INVITATION_NOT_FOUND']);
    }
    const last = await invite('mia', home);
    await app.as('mia').delete(`/api/households/${home.id}`);
    expect(outcome(await join('eve', last.code))).toEqual([409, 'HOUSEHOLD_DISSOLVED']);
    expect(outcome(await app.as('eve').get(`/api/invitations/${last.code}`))).toEqual([409, 'HOUSEHOLD_DISSOLVED']);
  });

  it('ends all access of a member who leaves or is removed', async () => {
    const home = await found('ann', 'Left');
    const { code } = await invite('ann', home, { uses: 3 });
    await join('ben', code);
    await join('tom', code);
    const path = `/api/households/${home.id}/members`;
    expect(outcome(await app.as('ben').delete(`${path}/tom`))).toEqual([403, 'NOT_THE_OWNER']);
    expect(outcome(await app.as('ben').delete(`${path}/ben`))).toEqual([204, undefined]);
    expect((await householdsOf('ben')).map(({ id }) => id)).not.toContain(home.id);
    expect(outcome(await app.as('ben').patch(`/api/households/${home.id}`, { name: 'Mine' }))).toEqual([
      403,
      'NOT_A_MEMBER',
    ]);
    expect(outcome(await app.as('ann').delete(`${path}/tom`))).toEqual([204, undefined]);
    expect(outcome(await join('tom', code))).toEqual([409, 'INVITATION_REVOKED']);
  });

  it('gives its members, and nobody else, one grocery list and one meal plan', async () => {
    const home = await found('ann', 'Shared');
    const { code } = await invite('ann', home);
    await join('ben', code);
    const list = `/api/grocery-list/${home.id}`;
    const plan = `/api/meal-plan/${home.id}?week=2026-11-23`;
    const ingredients = [{ name: 'Milk', amount: '2', unit: 'l' }];
    const added = await app.as('ann').post('/api/grocery-list', { userId: home.id, ingredients });
    const [milk] = added.json<AddedItems>().items;
    const checked = await app.as('ben').patch(`${list}/${milk?.id}`, { checked: true });
    expect(checked.json()).toMatchObject({ addedBy: { name: 'Ann' }, checked: true, checkedBy: { name: 'Ben' } });
    const dinner = { id: newId(), title: 'Soup' };
    await app.as('ben').put(plan, { Monday: { Dinner: dinner } });
    expect((await app.as('ann').get(plan)).json()).toMatchObject({ Monday: { Dinner: dinner } });
    expect((await app.as('ann').get(list)).json()).toMatchObject({ items: [{ name: 'Milk', checked: true }] });
    const history = await app.as('ann').get(`${list}/history`);
    expect(history.json<HistoryPage>().items).toMatchObject([
      { by: { name: 'Ben' }, did: 'checked' },
      { by: { name: 'Ann' }, did: 'added' },
    ]);
    // The members' own lists are other lists.
    expect((await app.as('ann').get('/api/grocery-list/ann')).json()).toMatchObject({ items: [] });

    const calls = (as: string) =>
      Promise.all([
        app.as(as).get(list),
        app.as(as).get(`${list}/history`),
        app.as(as).post('/api/grocery-list', { userId: home.id, ingredients }),
        app.as(as).patch(`${list}/${milk?.id}`, { checked: false }),
        app.as(as).delete(`${list}/${milk?.id}`),
        app.as(as).delete(list),
        app.as(as).post(`${list}/restore`, {}),
        app.as(as).get(plan),
        app.as(as).put(plan, {}),
      ]);
    const before = (await app.as('ann').get(list)).json();
    await app.as('ben').delete(`/api/households/${home.id}/members/ben`);
    for (const as of ['eve', 'ben'])
      expect(new Set((await calls(as)).map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
    expect((await app.as('ann').get(list)).json()).toEqual(before);
    await app.as('ann').delete(`/api/households/${home.id}`);
    expect(new Set((await calls('ann')).map(({ statusCode }) => statusCode))).toEqual(new Set([403]));
  });

  it('lets members assign items to each other, and to nobody else', async () => {
    const home = await found('ann', 'Assigned');
    await join('ben', (await invite('ann', home)).code);
    const add = (as: string, userId: string, details: object) =>
      app.as(as).post('/api/grocery-list', { userId, ingredients: [{ name: 'Bread', ...details }] });
    const added = await add('ann', home.id, { note: 'Not sliced', assignedTo: 'ben', category: 'Baker' });
    const ben = { uid: 'ben', name: 'Ben' };
    const [bread] = added.json<AddedItems>().items;
    expect(bread).toMatchObject({ note: 'Not sliced', assignedTo: ben, category: 'Baker' });
    const list = `/api/grocery-list/${home.id}`;
    expect((await app.as('ben').get(list)).json()).toMatchObject({ items: [bread] });
    expect(outcome(await add('ann', home.id, { assignedTo: 'eve' }))).toEqual([422, 'ASSIGNEE_NOT_A_MEMBER']);
    expect(outcome(await add('ann', 'ann', { assignedTo: 'ben' }))).toEqual([422, 'ASSIGNEE_NOT_A_MEMBER']);
    expect((await add('ann', 'ann', { assignedTo: 'ann' })).statusCode).toBe(201);

    const change = (body: object) => app.as('ben').patch(`${list}/${bread?.id}`, body);
    const changed = await change({ assignedTo: null, note: 'Rye', from: { assignedTo: 'ben', note: 'Not sliced' } });
    const { assignedTo: _, ...unassigned } = bread ?? {};
    expect(changed.json()).toEqual({ ...unassigned, note: 'Rye', changedBy: ben });
    expect(outcome(await change({ assignedTo: 'eve' }))).toEqual([422, 'ASSIGNEE_NOT_A_MEMBER']);
    expect(outcome(await change({ note: 'White', from: { note: 'Not sliced' } }))).toEqual([
      409,
      'ITEM_CHANGED_MEANWHILE',
    ]);
    const history = await app.as('ann').get(`${list}/history?limit=1`);
    expect(history.json<HistoryPage>().items[0]?.fields).toEqual([
      { field: 'note', from: 'Not sliced', to: 'Rye' },
      { field: 'assignedTo', from: 'Ben', to: '' },
    ]);
  });

  it('hands a household over, so that the former owner can leave', async () => {
    const home = await found('ann', 'Handed over');
    await join('ben', (await invite('ann', home)).code);
    const leave = () => app.as('ann').delete(`/api/households/${home.id}/members/ann`);
    expect(outcome(await leave())).toEqual([409, 'OWNER_CANNOT_LEAVE']);
    const handedOver = await app.as('ann').put(`/api/households/${home.id}/owner`, { uid: 'ben' });
    expect(membersOf(handedOver.json())).toEqual(['Ann: member', 'Ben: owner']);
    expect(outcome(await leave())).toEqual([204, undefined]);
    const shown = (await householdsOf('ben')).find(({ id }) => id === home.id);
    expect(shown && membersOf(shown)).toEqual(['Ben: owner']);
  });

  it('answers strangers alike, whether a household exists or not', async () => {
    const home = await found('mia', 'Hidden');
    const rename = (id: string) => app.as('eve').patch(`/api/households/${id}`, { name: 'Mine' });
    const [foreign, unknown, invalid] = [await rename(home.id), await rename(newId()), await rename('no-id')];
    expect(foreign.statusCode).toBe(403);
    expect(unknown.json()).toEqual(foreign.json());
    expect(invalid.json()).toEqual(foreign.json());
  });

  it('limits the households of one person', async () => {
    for (let n = (await householdsOf('eve')).length; n < 10; n++) await found('eve', `Household ${n}`);
    const headers = { 'idempotency-key': newId() };
    expect(outcome(await app.as('eve').post('/api/households', { name: 'Too many' }, headers))).toEqual([
      409,
      'TOO_MANY_HOUSEHOLDS',
    ]);
  });
});
