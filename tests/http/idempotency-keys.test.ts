/** A key identifies one request of one user: a different request with the same key is rejected and changes nothing. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Post } from '../../server/core/contracts/community.ts';
import type { AddedItems, GroceryList } from '../../server/core/contracts/grocery-list.ts';
import type { Household, IssuedInvitation } from '../../server/core/contracts/households.ts';
import type { RecipeForm } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'sam');
});
afterAll(() => app.close());

const pie: RecipeForm = {
  type: 'image',
  title: 'Pie',
  imageUrl: 'https://pictures.example/pie.jpg',
  ingredients: [{ name: 'Apples', amount: 6 }],
  instructions: ['Bake.'],
};
const withKey = (key: string = newId()) => ({ 'idempotency-key': key });
const publish = (title: string, headers = {}) => app.as('mia').post('/api/community', { title }, headers);
const add = (name: string, headers: Record<string, string>) =>
  app.as('mia').post('/api/grocery-list', { userId: 'mia', ingredients: [{ name }] }, headers);
const namesOnList = async () => {
  const { items }: GroceryList = (await app.as('mia').get('/api/grocery-list/mia')).json();
  return items.map(({ name }) => name);
};

async function expectReused(request: () => ReturnType<typeof publish>): Promise<void> {
  const before = await app.head();
  const response = await request();
  expect([response.statusCode, response.json().code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
  expect(await app.head(), 'nothing is recorded').toBe(before);
}

describe('a used idempotency key', () => {
  it('is rejected with another body, also after a restart', async () => {
    const [postKey, milkKey] = [withKey(), withKey()];
    expect((await publish('Soup', postKey)).statusCode).toBe(201);
    expect((await add('Milk', milkKey)).statusCode).toBe(201);
    for (const phase of ['before a restart', 'after a restart']) {
      await expectReused(() => publish('Stew', postKey));
      await expectReused(() => add('Butter', milkKey));
      expect(await namesOnList(), phase).toEqual(['Milk']);
      await app.restart();
    }
  });

  it('is rejected with another code of an invitation, but the log contains nothing derived from the code', async () => {
    const { id } = (await app.as('mia').post('/api/households', { name: 'Home' })).json<Household>();
    const invite = async () =>
      (await app.as('mia').post(`/api/households/${id}/invitations`)).json<IssuedInvitation>().code;
    const [code, other] = [await invite(), await invite()];
    const key = withKey();
    const join = (written: string) => app.as('sam').post('/api/households/join', { code: written }, key);
    const joined = await join(code);
    expect(joined.statusCode).toBe(200);
    await expectReused(() => join(other));
    await app.restart();
    // Only the process that received the first code can distinguish them.
    const again = await join(other);
    expect([again.statusCode, again.json()]).toEqual([200, joined.json()]);
  });

  it('returns the first response for the same body in another order', async () => {
    const key = withKey();
    const first = await app.as('mia').post('/api/community', { title: 'Pie', type: 'text', content: 'Apples' }, key);
    const again = await app.as('mia').post('/api/community', '{"content":"Apples", "type":"text", "title":"Pie"}', {
      ...key,
      'content-type': 'application/json',
    });
    expect([again.statusCode, again.json()]).toEqual([201, first.json()]);
  });

  it('returns the first response for an item that has changed since', async () => {
    const key = withKey();
    const first = await add('Flour', key);
    const [item] = first.json<AddedItems>().items;
    const change = (body: object) => app.as('mia').patch(`/api/grocery-list/mia/${item?.id}`, body);
    for (const body of [{ checked: true }, { amount: '2' }]) expect((await change(body)).statusCode).toBe(200);
    expect((await add('Flour', key)).json()).toEqual(first.json());
  });

  it('returns the first response for an equivalent URL', async () => {
    const key = withKey();
    const first = await publish('Bread', key);
    for (const address of ['/api/community/', '/api/community?', '/api/community/?']) {
      const again = await app.as('mia').post(address, { title: 'Bread' }, key);
      expect([again.statusCode, again.json()], address).toEqual([201, first.json()]);
    }
  });

  it('is rejected with another path, method or resource', async () => {
    const one: Post = (await publish('One')).json();
    const other: Post = (await publish('Other')).json();
    const key = withKey();
    const comment = (id: string) => app.as('mia').post(`/api/community/${id}/comments`, { text: 'Mm' }, key);
    expect((await comment(one.id)).statusCode).toBe(201);
    for (const _ of ['before a restart', 'after a restart']) {
      await expectReused(() => comment(other.id));
      await expectReused(() => app.as('mia').delete(`/api/community/${one.id}`, undefined, key));
      await expectReused(() => app.as('mia').post(`/api/community/${one.id}/like`, undefined, key));
      await expectReused(() => app.as('mia').post('/api/recipes', pie, key));
      await expectReused(() => add('Eggs', key));
      await app.restart();
    }
    expect((await comment(one.id)).statusCode).toBe(201);
  });

  it('is rejected before other errors of the request', async () => {
    const key = withKey();
    await publish('Cake', key);
    await expectReused(() => app.as('mia').delete(`/api/community/${newId()}`, undefined, key));
  });

  it('serves one of several different requests that arrive at the same time', async () => {
    const key = withKey();
    const responses = await Promise.all([
      publish('First', key),
      add('Second', key),
      app.as('mia').post('/api/recipes', pie, key),
    ]);
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([201, 422, 422]);
  });

  it('can be reused if its request was rejected and changed nothing', async () => {
    const key = withKey();
    expect((await app.as('mia').delete(`/api/community/${newId()}`, undefined, key)).statusCode).toBe(404);
    expect((await publish('Salad', key)).statusCode).toBe(201);
  });

  it('belongs to one user: two users may use the same key', async () => {
    const key = withKey();
    const [mine, theirs] = await Promise.all(
      ['mia', 'sam'].map((user) => app.as(user).post('/api/community', { title: 'Bread' }, key)),
    );
    expect([mine?.statusCode, theirs?.statusCode]).toEqual([201, 201]);
    expect(theirs?.json().id).not.toBe(mine?.json().id);
    expect(theirs?.json().authorId).toBe('sam');
  });
});
