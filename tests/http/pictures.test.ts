/** Uploaded photos: how they are received, what is served of them, and that recipes and posts show them. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pictureLimits } from '../../server/core/contracts/limits.ts';
import { formOf, photo, pictureForm } from '../support/photos.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp('mia', 'sam', 'ann');
});
afterAll(() => app.close());

const send = (form: { payload: Buffer; headers: Record<string, string> }, user = 'mia') =>
  app.inject({
    method: 'POST',
    url: '/api/pictures',
    payload: form.payload,
    headers: { ...form.headers, authorization: `Bearer token-${user}` },
  });
const upload = (bytes: Buffer, user?: string) => send(pictureForm(bytes), user);
const read = (url: string) => app.as(undefined).get(url);
const leftOvers = () => readdir(join(app.folder, 'uploads')).catch((): string[] => []);

describe('an uploaded photo', () => {
  it('is served in several widths, as WebP that browsers store for ever', async () => {
    const response = await upload(await photo({ width: 2000, height: 1500 }).jpeg().toBuffer());
    expect(response.statusCode).toBe(201);
    const { id, pictures, placeholder } = response.json();
    expect(pictures).toEqual(
      [320, 640, 1080, 1600].map((width) => ({ url: `/pictures/${id}/${width}`, width, height: width * 0.75 })),
    );
    expect(placeholder).toMatch(/^data:image\/webp;base64,.{50,400}$/);
    for (const { url, width } of pictures) {
      const served = await read(url);
      expect(served.headers).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; sandbox",
      });
      expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: 'webp', width });
    }
    expect((await read(`/pictures/${id}/500`)).statusCode).toBe(404);
    expect(await leftOvers()).toEqual([]);
  });

  it('is upright, and has no metadata', async () => {
    const rotated = photo()
      .jpeg()
      .withMetadata({ orientation: 6 })
      .withExif({ IFD3: { GPSLatitudeRef: 'N' } });
    const { pictures } = (await upload(await rotated.toBuffer())).json();
    expect(pictures.at(-1)).toMatchObject({ width: 600, height: 800 });
    const served = (await read(pictures.at(-1).url)).rawPayload;
    const { exif, icc, orientation } = await sharp(served).metadata();
    expect({ exif, icc, orientation }).toEqual({ exif: undefined, icc: undefined, orientation: undefined });
    // The left edge of the file is dark in red; upright, that is the upper edge.
    const { data } = await sharp(served).raw().toBuffer({ resolveWithObject: true });
    const [first, last] = [data[0] ?? 0, data.at(-3) ?? 0];
    expect(last - first).toBeGreaterThan(150);
  });

  it('has the same id when another user uploads it, too', async () => {
    const bytes = await photo({ width: 300, height: 200 }).png().toBuffer();
    const [one, other] = [(await upload(bytes)).json(), (await upload(bytes, 'sam')).json()];
    expect(one).toEqual(other);
    expect(one.pictures).toHaveLength(1);
  });

  it('is accepted as JPEG, PNG, WebP, AVIF and GIF', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'avif', 'gif'] as const) {
      const bytes = await photo({ width: 64, height: 48 }).toFormat(format).toBuffer();
      const response = await upload(bytes, 'ann');
      expect([format, response.statusCode]).toEqual([format, 201]);
    }
  });
});

describe('a form that is refused', () => {
  it.each([
    ['without a file', () => formOf({ name: 'title', content: 'Soup' }), 422, 'INVALID_INPUT'],
    [
      'with its file in another field',
      () => formOf({ name: 'file', filename: 'a.jpg', content: 'x' }),
      422,
      'INVALID_INPUT',
    ],
    [
      'with two files',
      () =>
        formOf(
          { name: 'picture', filename: 'a.jpg', content: 'x' },
          { name: 'picture', filename: 'b.jpg', content: 'y' },
        ),
      422,
      'INVALID_INPUT',
    ],
    [
      'that ends in the middle of the file',
      () => {
        const { payload, headers } = pictureForm(Buffer.alloc(50_000, 1));
        return { payload: payload.subarray(0, 30_000), headers };
      },
      400,
      'MALFORMED_BODY',
    ],
    [
      'without a boundary',
      () => ({ payload: Buffer.from('x'), headers: { 'content-type': 'multipart/form-data' } }),
      400,
      'MALFORMED_BODY',
    ],
    ['with a text in place of a picture', () => pictureForm(Buffer.from('<svg/>')), 415, 'NOT_A_PICTURE'],
  ])('is one %s', async (_, form, status, code) => {
    const response = await send(form(), 'sam');
    expect([response.statusCode, response.json().code]).toEqual([status, code]);
    expect(await leftOvers()).toEqual([]);
  });

  it('is one over the limit, whatever its headers say', async () => {
    const response = await upload(Buffer.alloc(pictureLimits.bytes + 10_000), 'sam');
    expect([response.statusCode, response.json().code]).toEqual([413, 'TOO_LARGE']);
    const slightly = await upload(Buffer.alloc(pictureLimits.bytes + 1), 'sam');
    expect([slightly.statusCode, slightly.json().code]).toEqual([413, 'TOO_LARGE']);
    expect(await leftOvers()).toEqual([]);
  });

  it('is one of a visitor', async () => {
    const form = pictureForm(await photo().jpeg().toBuffer());
    const response = await app.inject({ method: 'POST', url: '/api/pictures', ...form });
    expect([response.statusCode, response.json().message]).toEqual([401, 'Please log in to add a photo']);
  });
});

describe('a recipe and a post', () => {
  const newPhoto = async (width: number) =>
    (await upload(await photo({ width, height: 400 }).jpeg().toBuffer())).json();

  it('show uploaded photos with their renditions, placeholder and description', async () => {
    const { id, pictures, placeholder } = await newPhoto(700);
    const photoForm = { id, alt: ' A bowl of\nsoup ' };
    const published = await app.as('mia').post('/api/recipes', { type: 'image', title: 'Soup', photo: photoForm });
    expect(published.statusCode).toBe(201);
    const shown = { id, alt: 'A bowl of soup', placeholder };
    const recipe = { photo: shown, pictures, imageUrl: pictures.at(-1).url };
    expect(published.json()).toMatchObject(recipe);
    const address = `/api/recipes/${published.json().id}`;
    expect((await app.as(undefined).get(address)).json()).toMatchObject(recipe);
    expect((await app.as(undefined).get('/api/recipes')).json().items[0]).toMatchObject(recipe);
    // Replaced by an address.
    const form = { type: 'image', title: 'Soup', imageUrl: 'https://example.org/soup.webp' };
    const revised = (await app.as('mia').put(address, form)).json();
    expect(revised.photo).toMatchObject({ source: form.imageUrl, alt: '' });
  });

  it('name several photos of a post in the order of its author', async () => {
    const [one, two] = [await newPhoto(350), await newPhoto(360)];
    const photos = [
      { id: two.id, alt: 'Dumplings' },
      { id: one.id, alt: '' },
    ];
    const body = { title: 'Eleven plates', type: 'image', photos };
    const published = (await app.as('mia').post('/api/community', body)).json();
    expect(published.photos).toEqual([
      { ...two, alt: 'Dumplings' },
      { ...one, alt: '' },
    ]);
    const address = `/api/community/${published.id}`;
    expect((await app.as(undefined).get(address)).json().photos).toEqual(published.photos);
    const revised = await app.as('mia').put(address, { ...body, photos: photos.slice(1) });
    expect(revised.json().photos).toEqual([{ ...one, alt: '' }]);
    const withoutPhotos = await app.as('mia').put(address, { ...body, photos: [] });
    expect(withoutPhotos.json()).not.toHaveProperty('photos');
  });

  it('are refused with a photo that does not exist, and record nothing', async () => {
    const head = await app.head();
    const missing = { id: 'c'.repeat(40) };
    const recipe = await app.as('mia').post('/api/recipes', { type: 'image', title: 'Soup', photo: missing });
    expect([recipe.statusCode, recipe.json()]).toMatchObject([422, { code: 'PICTURE_GONE', field: 'photo' }]);
    const post = await app.as('mia').post('/api/community', { title: 'Soup', type: 'image', photos: [missing] });
    expect([post.statusCode, post.json()]).toMatchObject([422, { code: 'PICTURE_GONE', field: 'photos' }]);
    expect(await app.head()).toBe(head);
  });
});

it('a user may upload sixty photos in an hour', async () => {
  await using other = { app: await openTestApp('bo'), [Symbol.asyncDispose]: () => other.app.close() };
  const statuses: number[] = [];
  let last: { code: string; message: string } | undefined;
  for (let n = 0; n < 61; n++) {
    // Counted before it is read.
    const response = await other.app.as('bo').post('/api/pictures', {});
    statuses.push(response.statusCode);
    last = response.json();
  }
  expect(statuses).toEqual([...Array(60).fill(422), 429]);
  expect(last).toMatchObject({ code: 'UPLOADING_TOO_FAST' });
});
