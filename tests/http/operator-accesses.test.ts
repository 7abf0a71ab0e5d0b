/** Whom an operator's access to private data is recorded for. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Accesses, AuditedEvents } from '../../server/core/contracts/audit.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import { sealLog } from '../support/seal-log.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

const people = ['ann', 'ben', 'cat', 'dan', 'mia'];

let app: TestApp;
let household: Household;
beforeAll(async () => {
  app = await openTestApp(...people, 'eve');
  await app.makeOperator('eve');
  household = (await app.as('ann').post('/api/households', { name: 'Home' })).json();
  for (const user of ['ben', 'cat']) await join(user);
  await add('ann', 'Rice');
  // Ben leaves before Cat adds anything, and Dan joins after it.
  expect((await app.as('ben').delete(`/api/households/${household.id}/members/ben`)).statusCode).toBe(204);
  await add('cat', 'Milk');
  await join('dan');
});
afterAll(() => app.close());

async function join(user: string): Promise<void> {
  const issued = await app.as('ann').post(`/api/households/${household.id}/invitations`, {});
  const joined = await app.as(user).post('/api/households/join', { code: issued.json<IssuedInvitation>().code });
  expect(joined.statusCode, joined.body).toBe(200);
}

async function add(user: string, name: string, whose = household.id): Promise<void> {
  const added = await app.as(user).post('/api/grocery-list', { userId: whose, ingredients: [{ name }] });
  expect(added.statusCode, added.body).toBeLessThan(300);
}

const read = async (path: string, why: string): Promise<AuditedEvents> => {
  const response = await app.as('eve').get(`/api/audit/${path}&why=${why}`);
  expect(response.statusCode, response.body).toBe(200);
  return response.json();
};

/** Who finds the access with this reason, and what it says. */
async function found(why: string): Promise<Record<string, string>> {
  const atLeast = { 'potluck-at-least': String(await app.head()) };
  const entries: [string, string][] = [];
  for (const user of people) {
    const response = await app.as(user).get('/api/users/accesses', atLeast);
    const ofReason = response.json<Accesses>().items.filter((access) => access.why === why);
    expect(ofReason.length).toBeLessThan(2);
    for (const { what } of ofReason) entries.push([user, what]);
  }
  return Object.fromEntries(entries);
}

const changes = 'changes of grocery lists';
const readAddition = async (name: string, why: string) => {
  const { items } = await read('events?type=GroceryItemsAdded&order=oldest', 'look-up');
  const event = items.find(({ data }) => JSON.stringify(data).includes(name));
  await read(`events?stream=${event?.stream}&after=${Number(event?.position) - 1}&order=oldest&limit=1`, why);
  return event?.stream ?? '';
};

it('members of a household at that time or later find it, and no others', async () => {
  await readAddition('Milk', 'Milk');
  expect(await found('Milk')).toEqual({ ann: changes, cat: changes, dan: changes });
  await readAddition('Rice', 'Rice');
  expect(await found('Rice')).toEqual({ ann: changes, ben: changes, cat: changes, dan: changes });
});

it('they find a past state, which changed nothing of theirs', async () => {
  const stream = await readAddition('Milk', 'before');
  await read(`streams/${stream}/state?at=${await app.head()}`, 'state');
  expect(await found('state')).toEqual({ ann: 'grocery lists', cat: 'grocery lists', dan: 'grocery lists' });
});

it('who has left finds a comparison with what the list was before, and changes that are shown newest first', async () => {
  const { items } = await read('events?type=GroceryItemsAdded&order=oldest', 'look-up');
  const [rice, milk] = ['Rice', 'Milk'].map((name) => items.find(({ data }) => JSON.stringify(data).includes(name)));
  await read(`streams/${milk?.stream}/diff?from=${rice?.position}&to=${milk?.position}`, 'compared');
  expect(await found('compared')).toEqual({ ann: changes, ben: changes, cat: changes, dan: changes });
  await read(`events?stream=${milk?.stream}&order=newest`, 'newest first');
  expect(await found('newest first')).toEqual({ ann: changes, ben: changes, cat: changes, dan: changes });
});

it('an earlier author finds a state that shows what they added, and the times of the stream', async () => {
  await join('mia');
  await add('mia', 'Nuts');
  expect((await app.as('ann').delete(`/api/households/${household.id}/members/mia`)).statusCode).toBe(204);
  const stream = await readAddition('Nuts', 'look');
  await add('ann', 'Oats');
  const kinds = 'grocery lists';
  await read(`streams/${stream}/state?at=${await app.head()}`, 'entries');
  expect(await found('entries')).toEqual({ ann: kinds, cat: kinds, dan: kinds, mia: kinds });
  await read(`streams?query=${stream}`, 'times');
  const times = `times of changes of ${kinds}`;
  expect(await found('times')).toMatchObject({ ann: times, cat: times, dan: times });
  const refused = await app.as('eve').get(`/api/audit/streams?query=${stream}`);
  expect(refused.json().code).toBe('INVALID_INPUT');
});

it('who wrote what an event has replaced finds an access to its sources, and members one that is refused', async () => {
  const stream = await readAddition('Milk', 'look again');
  const { items } = await read('events?type=GroceryItemsAdded&order=newest', 'look-up');
  const before = Number(items.find((event) => JSON.stringify(event.data).includes('Milk'))?.position) - 1;
  expect((await app.as('ann').delete(`/api/grocery-list/${household.id}`)).statusCode).toBe(204);
  await read(`streams/${stream}/blame?`, 'when it began');
  expect(await found('when it began')).toMatchObject({ ann: changes, ben: changes, cat: changes, dan: changes });
  await read(`sources?of=${stream}&limit=1`, 'sources');
  expect(await found('sources')).toMatchObject({ mia: changes });
  const members = { ann: changes, cat: changes, dan: changes };
  for (const { path, why } of [
    { path: `proof?item=Milk&at=${before}`, why: 'not yet' },
    { path: 'proof?item=Meat', why: 'never' },
    { path: 'state?at=1', why: 'not then' },
  ]) {
    const response = await app.as('eve').get(`/api/audit/streams/${stream}/${path}&why=${why}`);
    expect(response.statusCode, response.body).toBe(404);
    expect(await found(why)).toMatchObject(members);
  }
});

it('members find an access to a proof of an event', async () => {
  const stream = await readAddition('Milk', 'look once more');
  await sealLog(app.folder);
  const proof = await app.as('eve').get(`/api/audit/streams/${stream}/proof?item=Milk&why=proof`);
  expect(proof.statusCode, proof.body).toBe(200);
  expect(await found('proof')).toEqual({ ann: changes, cat: changes, dan: changes, mia: changes });
});

it("the owner finds an access to their further list, also after it is closed, and others' lists are not mentioned", async () => {
  const opened = await app.as('mia').post('/api/grocery-list/mia/lists', { name: 'Party' });
  const { id } = opened.json();
  await add('mia', 'Chips', id);
  await app.as('mia').delete(`/api/grocery-list/${id}`);
  await readAddition('Chips', 'party');
  expect(await found('party')).toEqual({ mia: changes });
});

it('all members find an access to a further list of their household, also if one with a list of their own changed it', async () => {
  await app.as('dan').post('/api/grocery-list/dan/lists', { name: 'Mine' });
  const { id } = (await app.as('ann').post(`/api/grocery-list/${household.id}/lists`, { name: 'Feast' })).json();
  await add('dan', 'Wine', id);
  await readAddition('Wine', 'feast');
  expect(await found('feast')).toEqual({ ann: changes, cat: changes, dan: changes });
});

it('who is removed from a household finds an access to just that event', async () => {
  await join('mia');
  expect((await app.as('ann').delete(`/api/households/${household.id}/members/mia`)).statusCode).toBe(204);
  await read('events?type=MemberRemoved&limit=1', 'removed');
  const households = 'changes of households';
  expect(await found('removed')).toEqual({ ann: households, cat: households, dan: households, mia: households });
});

it('who gets a copy of a list when others end their membership finds an access to it', async () => {
  const home = (await app.as('ben').post('/api/households', { name: 'Cabin' })).json<Household>();
  const issued = await app.as('ben').post(`/api/households/${home.id}/invitations`, {});
  await app.as('mia').post('/api/households/join', { code: issued.json<IssuedInvitation>().code });
  await add('ben', 'Logs', home.id);
  const removed = await app.as('ben').delete(`/api/households/${home.id}/members/mia?keepCopy=true`);
  expect(removed.statusCode, removed.body).toBe(204);
  await read('events?type=GroceryListOpened&limit=1', 'opened');
  expect(await found('opened')).toEqual({ ben: changes, mia: changes });
  await read('events?type=GroceryItemsRestored&limit=1', 'copied');
  expect(await found('copied')).toEqual({ ben: changes, mia: changes });
});

it('users find accesses to each kind of private data, and who owns a playlist those to what others did with it', async () => {
  const { id: post } = (await app.as('ann').post('/api/community', { title: 'Rice' })).json();
  const { id: recipe } = (await app.as('ann').post('/api/recipes', { type: 'image', title: 'Rice' })).json();
  const { id: playlist } = (
    await app.as('ann').post('/api/playlists', { name: 'Rice', recipes: [{ id: recipe }] })
  ).json();
  const meal = { id: newId(), day: 'Monday', meal: 'Dinner', note: { title: 'Rice' } };
  for (const response of [
    await app.as('ben').post('/api/meal-plan/ben/calendar-link', {}),
    await app.as('ben').post('/api/people/ann/follow', { following: true }),
    await app.as('ben').post('/api/grocery-list/ben/lists', { name: 'Party' }),
    await app.as('ben').patch('/api/meal-plan/ben', { plan: [meal] }),
    await app.as('ben').put('/api/notifications/settings', { muted: ['likes'] }),
    await app.as('ben').post('/api/reports', { kind: 'post', id: post, reason: 'spam' }),
    await app.as('ben').post(`/api/playlists/${playlist}/like`),
  ]) {
    expect(response.statusCode, response.body).toBeLessThan(300);
  }
  for (const [type, kind, owner] of [
    ['CalendarLinkCreated', 'calendar links'],
    ['PersonFollowed', 'followed people'],
    ['GroceryListOpened', 'grocery lists'],
    ['MealPlanned', 'meal plans'],
    ['NotificationSettingsChanged', 'notifications'],
    ['ContentReported', 'reports'],
    ['PlaylistLiked', 'playlists', 'ann'],
  ]) {
    await read(`events?type=${type}&actor=ben&limit=1`, `of ${type}`);
    const what = `changes of ${kind}`;
    expect(await found(`of ${type}`)).toEqual({ ben: what, ...(owner && { [owner]: what }) });
  }
});

it.each([
  ['another command', {}],
  ['the same command', { 'idempotency-key': 'dissolves-the-flat' }],
])('users find an access to what %s of the same request changed', async (whose, key) => {
  const { id } = (await app.as('mia').post('/api/households', { name: 'Flat' })).json();
  await add('mia', 'Beans', id);
  const dissolved = await app.as('mia').delete(`/api/households/${id}?keepCopies=true`, undefined, key);
  expect(dissolved.statusCode, dissolved.body).toBe(204);
  const { items } = await read('events?type=HouseholdDissolved&actor=mia&limit=1', 'look-up');
  await read(`events/${items[0]?.position}/why?`, whose);
  expect(await found(whose)).toEqual({ mia: 'changes of grocery lists, households' });
});

it('the household itself concerns its members, also after it is dissolved', async () => {
  const stream = `household-${household.id}`;
  await app.as('ann').delete(`/api/households/${household.id}`);
  await read(`events?stream=${stream}&order=newest&limit=1`, 'dissolved');
  const households = 'changes of households';
  expect(await found('dissolved')).toEqual({ ann: households, cat: households, dan: households });
  await readAddition('Milk', 'later');
  expect(await found('later')).toEqual({ ann: changes, cat: changes, dan: changes, mia: changes });
});

it('a repeated key of a request does not hide an access', async () => {
  for (let n = 0; n < 2; n++) {
    const key = { 'idempotency-key': 'the-same-key-again' };
    await app.as('eve').get('/api/audit/events?why=twice&type=GroceryItemsAdded&actor=cat&limit=1', key);
  }
  const atLeast = { 'potluck-at-least': String(await app.head()) };
  const { items } = (await app.as('cat').get('/api/users/accesses', atLeast)).json<Accesses>();
  expect(items.filter(({ why }) => why === 'twice')).toHaveLength(2);
});

it('the user whose account an email belongs to finds that it was looked up', async () => {
  const lookUp = (email: string, why: string) => app.as('eve').get(`/api/staff/account?email=${email}${why}`);
  for (const refused of [lookUp('ben@example.org', ''), lookUp('nobody@example.org', '&why=account')]) {
    expect((await refused).json()).toMatchObject({ code: 'INVALID_INPUT' });
  }
  // Without a reason, it does not say either that there is no such account.
  expect((await lookUp('nobody@example.org', `&why=${encodeURIComponent('\u200b\u2060\u202e')}`)).json()).toMatchObject(
    {
      message: expect.stringContaining('why'),
    },
  );
  expect(await found('account')).toEqual({});
  expect((await lookUp('ben@example.org', '&why=account')).json()).toEqual({ uid: 'ben' });
  expect(await found('account')).toEqual({ ben: 'whose account an email is' });
});
