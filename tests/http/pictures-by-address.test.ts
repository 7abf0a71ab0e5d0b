/** Pictures on other sites: the server fetches them, and readers load them from it. */
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/commands/ids.ts';
import { openTestApp, type TestApp } from '../support/test-app.ts';

let app: TestApp;
let fetchedBefore = 0;
beforeAll(async () => {
  app = await openTestApp('mia', 'sam', 'ann');
});
beforeEach(() => {
  fetchedBefore = app.fetched.length;
});
afterAll(() => app.close());

const fetchedSince = () => app.fetched.slice(fetchedBefore);
const recipe = (imageUrl: string, others: object = {}) => ({ type: 'image', title: 'Soup', imageUrl, ...others });
const post = (imageUrl: string) => ({ type: 'image', title: 'Soup', imageUrl });
const readAt = (url: string, width = 640) =>
  app.as(undefined).get(`/pictures/by-address?${new URLSearchParams({ url, width: String(width) })}`);
/** An address of an avatar is recorded as it is, as once those of recipes and posts were. */
async function showAs(avatar: string): Promise<void> {
  expect((await app.as('mia').put('/api/users/profile', { username: 'Mia', avatar })).statusCode).toBe(200);
}

describe('a picture that a form names by its address', () => {
  it('becomes a photo of the recipe, with its source', async () => {
    const source = 'https://elsewhere.example/soup.jpg';
    const published = await app.as('mia').post('/api/recipes', recipe(source));
    expect(published.statusCode).toBe(201);
    const { id, photo, pictures, imageUrl } = published.json();
    expect(photo).toMatchObject({ source, alt: '' });
    expect(pictures.map(({ width }: { width: number }) => width)).toEqual([320, 400]);
    expect(imageUrl).toBe(`/pictures/${photo.id}/400`);
    expect((await app.as(undefined).get(imageUrl)).headers['content-type']).toBe('image/webp');
    expect(fetchedSince()).toEqual([source]);
    // A revision names the photo by its id alone.
    const form = { type: 'image', title: 'Leek soup', photo: { id: photo.id, alt: 'Leeks' } };
    const revised = (await app.as('mia').put(`/api/recipes/${id}`, form)).json();
    expect(revised.photo).toMatchObject({ source, alt: 'Leeks' });
    expect((await app.as(undefined).get(`/api/recipes/${id}`)).json().photo).toEqual(revised.photo);
  });

  it('becomes a photo of the post, with its source', async () => {
    const source = 'https://elsewhere.example/plates.jpg';
    const published = (await app.as('mia').post('/api/community', post(source))).json();
    expect(published.photos).toMatchObject([{ source, pictures: [{ width: 320 }, { width: 400 }] }]);
    expect(published.imageUrl).toBe(published.photos[0].pictures[1].url);
    const photos = [{ id: published.photos[0].id, alt: 'Plates' }];
    const form = { type: 'image', title: 'Soup', photos };
    const revised = (await app.as('mia').put(`/api/community/${published.id}`, form)).json();
    expect(revised.photos).toMatchObject([{ source, alt: 'Plates' }]);
  });

  it('stays when a client sends the path that it has read', async () => {
    const source = 'https://elsewhere.example/again.jpg';
    for (const path of ['/api/recipes', '/api/community']) {
      const { id, imageUrl, photo, photos } = (await app.as('mia').post(path, recipe(source))).json();
      const revised = (await app.as('mia').put(`${path}/${id}`, recipe(imageUrl, { title: 'Stew' }))).json();
      expect(revised).toMatchObject({ title: 'Stew', imageUrl, ...(photo && { photo }), ...(photos && { photos }) });
    }
    expect(fetchedSince()).toEqual([source]);
  });

  it('is fetched once for its preview and for what is published with it', async () => {
    const url = 'https://elsewhere.example/preview.jpg';
    const preview = await app.as('mia').post('/api/pictures/by-address', { url });
    expect(preview.statusCode).toBe(201);
    const published = (await app.as('mia').post('/api/recipes', recipe(url))).json();
    expect(published.photo.id).toBe(preview.json().id);
    expect(fetchedSince()).toEqual([url]);
  });

  it.each([
    ['lost', 'PICTURE_NOT_FOUND', 'nothing can be opened at its address'],
    ['slow', 'PICTURE_TIMEOUT', 'its server takes too long'],
    ['huge', 'PICTURE_TOO_LARGE', 'it is too large'],
    ['page', 'PICTURE_NOT_READABLE', 'at its address is no JPEG, PNG, WebP or AVIF'],
  ])('that is %s is refused beside its field with %s, and nothing is recorded', async (path, code, reason) => {
    const head = await app.head();
    const url = `https://elsewhere.example/${path}`;
    const message = expect.stringMatching(`^We could not load this picture: ${reason}.*hoose another or upload it$`);
    for (const [address, body, field] of [
      ['/api/recipes', recipe(url), 'imageUrl'],
      ['/api/community', post(url), 'imageUrl'],
      ['/api/pictures/by-address', { url }, 'url'],
    ] as const) {
      const response = await app.as('mia').post(address, body);
      expect([response.statusCode, response.json()]).toMatchObject([422, { code, field, message }]);
    }
    expect(await app.head()).toBe(head);
  });

  it('of a video is no reason to refuse the video', async () => {
    const video = { type: 'youtube', title: 'Bread', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' };
    const published = await app
      .as('mia')
      .post('/api/recipes', { ...video, imageUrl: 'https://elsewhere.example/lost' });
    expect([published.statusCode, published.json().imageUrl]).toEqual([201, 'https://elsewhere.example/lost']);
  });

  it('of this installation is recorded as its path, and not fetched', async () => {
    const address = 'http://localhost:80/art/greek-card-480.webp';
    for (const path of ['/api/recipes', '/api/community']) {
      const published = (await app.as('mia').post(path, recipe(address))).json();
      expect(published).toMatchObject({ imageUrl: '/art/greek-card-480.webp' });
      const revision = recipe(published.imageUrl, { title: 'Salad' });
      expect((await app.as('mia').put(`${path}/${published.id}`, revision)).json()).toMatchObject(revision);
    }
    expect(fetchedSince()).toEqual([]);
  });

  it('is recorded as no path that browsers take for an address of another site', async () => {
    const ownRedirect = await app.as('mia').post('/api/community', post('http://localhost:80//elsewhere.example/lost'));
    expect([ownRedirect.statusCode, ownRedirect.json().field]).toEqual([422, 'imageUrl']);
    const withTab = await app.as('mia').post('/api/community', post('/\t/elsewhere.example/a.webp'));
    expect([withTab.statusCode, withTab.json().field]).toEqual([422, 'imageUrl']);
  });

  it('is not fetched for a visitor, and only from the web', async () => {
    const url = 'https://elsewhere.example/visitor.jpg';
    expect((await app.as(undefined).post('/api/pictures/by-address', { url })).statusCode).toBe(401);
    const file = await app.as('mia').post('/api/pictures/by-address', { url: 'file:///etc/passwd' });
    expect([file.statusCode, file.json().field]).toEqual([422, 'url']);
    expect(fetchedSince()).toEqual([]);
  });

  it('is one of two hundred within an hour', async () => {
    const codes: string[] = [];
    for (let n = 0; n < 201; n++) {
      const url = `https://elsewhere.example/lost/${n}`;
      codes.push((await app.as('ann').post('/api/pictures/by-address', { url })).json().code);
    }
    expect(codes).toEqual([...Array(200).fill('PICTURE_NOT_FOUND'), 'FETCHING_TOO_FAST']);
    expect(fetchedSince()).toHaveLength(200);
    // An avatar is fetched for its readers.
    const save = (form: object) => app.as('ann').put('/api/users/profile', { username: 'Ann', ...form });
    const refused = await save({ avatar: 'https://elsewhere.example/ann.jpg' });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'FETCHING_TOO_FAST']);
    expect((await save({ avatar: null })).statusCode).toBe(200);
  });
});

describe('a picture whose address was recorded', () => {
  it('is fetched at the first view, once, and served in the width that is asked for', async () => {
    const url = 'https://elsewhere.example/recorded-before.jpg';
    await showAs(url);
    expect(fetchedSince()).toEqual([]);
    const views = await Promise.all([readAt(url, 100), readAt(url, 330), readAt(url, 9_000)]);
    const widths = await Promise.all(views.map(async ({ rawPayload }) => (await sharp(rawPayload).metadata()).width));
    expect(widths).toEqual([320, 400, 400]);
    expect(views[0]?.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    await app.restart();
    expect((await readAt(url)).statusCode).toBe(200);
    expect(fetchedSince()).toEqual([url]);
  });

  it('is not asked for again for an hour if there is none', async () => {
    const url = 'https://elsewhere.example/lost/before.jpg';
    await showAs(url);
    expect([(await readAt(url)).statusCode, (await readAt(url)).statusCode]).toEqual([404, 404]);
    expect(fetchedSince()).toEqual([url]);
  });

  it('stays that of its recipe, although nothing can be fetched any more', async () => {
    const url = 'https://elsewhere.example/lost/video.jpg';
    const video = recipe(url, { type: 'youtube', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' });
    const { id } = (await app.as('mia').post('/api/recipes', video)).json();
    const revised = await app.as('mia').put(`/api/recipes/${id}`, recipe(url, { title: 'No video' }));
    expect([revised.statusCode, revised.json()]).toMatchObject([200, { title: 'No video', imageUrl: url }]);
    expect(fetchedSince()).toEqual([url]);
  });

  it('is served of a profile and the video of a post', async () => {
    const avatar = 'https://elsewhere.example/mia.jpg';
    await showAs(avatar);
    const video = { type: 'youtube', title: 'Bread', youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' };
    await app.as('mia').post('/api/community', video);
    for (const url of [avatar, 'https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg']) {
      expect([url, (await readAt(url)).statusCode]).toEqual([url, 200]);
    }
  });

  it('is not fetched any more once another avatar has replaced it', async () => {
    const former = 'https://elsewhere.example/former.jpg';
    await showAs(former);
    await showAs('https://elsewhere.example/next.jpg');
    expect((await readAt(former)).statusCode).toBe(404);
    expect(fetchedSince()).toEqual([]);
  });

  it('is not fetched if only a plan names it: its recipe may be any text', async () => {
    const imageUrl = 'https://elsewhere.example/planned.jpg';
    const dinner = { id: newId(), title: 'Soup', imageUrl };
    const saved = await app.as('mia').put('/api/meal-plan/mia?week=2021-01-03', { Monday: { Dinner: dinner } });
    expect([saved.statusCode, saved.json().Monday.Dinner.imageUrl]).toEqual([200, imageUrl]);
    expect((await readAt(imageUrl)).statusCode).toBe(404);
    expect(fetchedSince()).toEqual([]);
  });

  it('is the only one that is fetched: this is no proxy', async () => {
    for (const url of ['https://elsewhere.example/unknown.jpg', 'http://169.254.169.254/', 'soup', 'a'.repeat(1_999)]) {
      expect((await readAt(url)).statusCode).toBe(404);
    }
    expect(fetchedSince()).toEqual([]);
  });
});
