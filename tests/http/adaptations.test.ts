/** Recipes that are based on another one. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import type { Recipe, RecipePage } from '../../server/core/contracts/recipes.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

describe('adaptations over HTTP', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp('eleni', 'sam');
  });
  afterAll(() => app.close());

  const post = (form: object, as: string, headers = {}) =>
    app.as(as).post('/api/recipes', { type: 'image', ...form }, headers);
  const publish = async (form: object, as = 'eleni'): Promise<Recipe> => {
    const response = await post(form, as);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const read = async (id: string): Promise<Recipe> => (await app.as(undefined).get(`/api/recipes/${id}`)).json();
  const adaptationsOf = async (id: string, query = ''): Promise<RecipePage> =>
    (await app.as(undefined).get(`/api/recipes/${id}/adaptations${query}`)).json();

  it('credits the original by its own title and author, and lists the adaptations there, newest first', async () => {
    const original = await publish({ title: 'Borscht', author: 'A grandmother' });
    expect(original).not.toHaveProperty('basedOn');
    expect(original).not.toHaveProperty('adaptationCount');
    expect((await adaptationsOf(original.id)).items).toEqual([]);
    const adapted = await publish({ title: 'Borscht with beans', basedOn: original.id }, 'sam');
    const basedOn = { recipeId: original.id, title: 'Borscht', author: 'A grandmother' };
    expect(adapted).toMatchObject({ author: 'Sam', basedOn });
    expect(await read(adapted.id)).toEqual(adapted);
    const own = await publish({ title: 'Cold borscht', basedOn: original.id });
    expect(await read(original.id)).toEqual({ ...original, adaptationCount: 2 });
    const first = await adaptationsOf(original.id, '?limit=1');
    expect(first.items.map(({ title }) => title)).toEqual(['Cold borscht']);
    const rest = await adaptationsOf(original.id, `?cursor=${first.nextCursor}`);
    expect(rest.items.map(({ title }) => title)).toEqual(['Borscht with beans']);
    expect(own.basedOn).toEqual(basedOn);
    // Nothing of it is in the card of a list.
    expect(first.items[0]).not.toHaveProperty('basedOn');
  });

  it('keeps the credit through revisions of both recipes, with the title and the author that it had', async () => {
    const original = await publish({ title: 'Pickles' });
    const adapted = await publish({ title: 'Hot pickles', basedOn: original.id }, 'sam');
    const revised = await app.as('sam').put(`/api/recipes/${adapted.id}`, { type: 'image', title: 'Hotter pickles' });
    expect(revised.json()).toMatchObject({ title: 'Hotter pickles', basedOn: adapted.basedOn });
    expect(await read(adapted.id)).toEqual(revised.json());
    const renamed = await app.as('eleni').put(`/api/recipes/${original.id}`, { type: 'image', title: 'Gherkins' });
    expect(renamed.json()).toMatchObject({ title: 'Gherkins', adaptationCount: 1 });
    expect((await read(adapted.id)).basedOn).toMatchObject({ title: 'Pickles', author: 'Eleni' });
    const refused = await app.as('sam').put(`/api/recipes/${adapted.id}`, {
      ...{ type: 'image', title: 'Mine alone', basedOn: newId() },
    });
    expect(refused.statusCode).toBe(422);
  });

  it('omits the address of an original that is withdrawn, and the adaptations that are', async () => {
    const original = await publish({ title: 'Pierogi' });
    const [kept, withdrawn] = await Promise.all(
      ['Kept', 'Withdrawn'].map((title) => publish({ title, basedOn: original.id }, 'sam')),
    );
    if (!kept || !withdrawn) throw new Error('Nothing was published');
    const { headers } = await app.as(undefined).get(`/api/recipes/${original.id}`);
    await app.as('sam').delete(`/api/recipes/${withdrawn.id}`);
    const changed = await app.as(undefined).get(`/api/recipes/${original.id}`, { 'if-none-match': `${headers.etag}` });
    expect(changed.json()).toMatchObject({ adaptationCount: 1 });
    expect((await adaptationsOf(original.id)).items.map(({ id }) => id)).toEqual([kept.id]);
    await app.as('eleni').delete(`/api/recipes/${original.id}`);
    expect((await read(kept.id)).basedOn).toEqual({ title: 'Pierogi', author: 'Eleni' });
    expect((await app.as(undefined).get(`/api/recipes/${original.id}/adaptations`)).statusCode).toBe(404);
    await app.restart();
    expect((await read(kept.id)).basedOn).toEqual({ title: 'Pierogi', author: 'Eleni' });
  });

  it('refuses to credit a recipe that is not published, and records nothing', async () => {
    const original = await publish({ title: 'Kvass' });
    const key = { 'idempotency-key': newId() };
    const form = { title: 'Kvass with mint', basedOn: original.id };
    const accepted = await post(form, 'sam', key);
    await app.as('eleni').delete(`/api/recipes/${original.id}`);
    const head = await app.head();
    for (const basedOn of [original.id, newId()]) {
      const refused = await post({ ...form, basedOn }, 'sam');
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'ORIGINAL_NOT_FOUND']);
    }
    expect((await post({ ...form, basedOn: 'nonsense' }, 'sam')).json()).toMatchObject({ field: 'basedOn' });
    // What was accepted before is, again.
    expect((await post(form, 'sam', key)).json()).toMatchObject({ id: accepted.json().id });
    expect(await app.head()).toBe(head);
  });

  it('keeps the bundled picture of an original', async () => {
    const imageUrl = 'https://potluck.example/assets/dishes/pie-1440.84c4c5146a68.webp';
    const adapted = await publish({ title: 'Pie', imageUrl }, 'sam');
    expect(adapted.imageUrl).toBe('/assets/dishes/pie-1440.84c4c5146a68.webp');
    expect(adapted.pictures).toHaveLength(2);
  });
});
