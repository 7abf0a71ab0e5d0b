/** Photos in comments on posts and on recipes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { photo, pictureForm } from '../support/photos.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
const targets = { post: '', recipe: '' };
beforeAll(async () => {
  app = await openTestApp('mia', 'sam');
  const post = (await app.as('mia').post('/api/community', { title: 'Who made it?' })).json();
  const recipe = (await app.as('mia').post('/api/recipes', { type: 'image', title: 'Stew' })).json();
  targets.post = `/api/community/${post.id}`;
  targets.recipe = `/api/recipes/${recipe.id}`;
});
afterAll(() => app.close());

async function upload(width: number) {
  const { payload, headers } = pictureForm(await photo({ width, height: 200 }).jpeg().toBuffer());
  const asSam = { ...headers, authorization: 'Bearer token-sam' };
  const response = await app.inject({ method: 'POST', url: '/api/pictures', payload, headers: asSam });
  return response.json();
}

describe.each(['post', 'recipe'] as const)('a comment on a %s', (kind) => {
  const comments = () => `${targets[kind]}/comments`;
  const send = (body: object) => app.as('sam').post(comments(), body);
  const shown = async () => (await app.as('mia').get(comments())).json().items[0];

  it('shows its photos with their descriptions, also without words', async () => {
    const [one, two] = [await upload(340), await upload(350)];
    const photos = [{ id: two.id, alt: ' A deep\npot ' }, { id: one.id }];
    const added = await send({ text: ' ', photos });
    expect(added.statusCode).toBe(201);
    const expected = {
      text: '',
      photos: [
        { ...two, alt: 'A deep pot' },
        { ...one, alt: '' },
      ],
    };
    expect(added.json()).toMatchObject(expected);
    expect(await shown()).toMatchObject(expected);
    const document = (await app.as('mia').get(kind === 'post' ? targets.post : `${targets.recipe}/reactions`)).json();
    expect(document.comments[0]).toMatchObject(expected);
  });

  it('is refused with five photos, with one that is gone, and with neither words nor photos', async () => {
    const { id } = await upload(340);
    const head = await app.head();
    const many = await send({ text: 'Five', photos: Array(5).fill({ id }) });
    expect(many.statusCode).toBe(422);
    const gone = await send({ text: 'Gone', photos: [{ id: 'c'.repeat(40) }] });
    expect([gone.statusCode, gone.json()]).toMatchObject([422, { code: 'PICTURE_GONE', field: 'photos' }]);
    const blank = await send({ text: '', photos: [] });
    expect([blank.statusCode, blank.json().code]).toEqual([422, 'COMMENT_BLANK']);
    expect(await app.head()).toBe(head);
  });

  it('without photos has no such property', async () => {
    await send({ text: 'Only words' });
    expect(await shown()).not.toHaveProperty('photos');
  });
});
