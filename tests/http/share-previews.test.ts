import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Post } from '../../server/core/contracts/community.ts';
import type { Playlist } from '../../server/core/contracts/playlists.ts';
import type { Recipe } from '../../server/core/contracts/recipes.ts';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

const plain = `<html><head><title>Potluck</title>
  <meta name="description" content="Browse" /><script>start()</script></head></html>`;

let folder = '';
let embedded: EmbeddedApp;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'potluck-previews-'));
  writeFileSync(join(folder, 'index.html'), plain);
  embedded = await openEmbeddedApp(folder, ['mia']);
});
afterAll(async () => {
  await embedded.close();
  rmSync(folder, { recursive: true });
});

const send = async <Answer>(method: 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<Answer> => {
  const headers = { authorization: 'Bearer token-mia' };
  const { body } = await injectChecked(embedded.app, { method, url, headers, ...(payload && { payload }) });
  return JSON.parse(body || 'null');
};
const page = (url: string, encoding = 'identity') =>
  injectChecked(embedded.app, { url, headers: { host: 'potluck.example', 'accept-encoding': encoding } });

const soup = {
  type: 'image',
  title: 'Soup "of" <leeks>',
  description: 'Thick & green',
  imageUrl: 'https://example.org/soup.webp',
  ingredients: [{ name: 'Leeks', amount: '3' }],
  instructions: ['Simmer </script>'],
};

test('the page of a recipe says what it shows, in every encoding, under the same policy', async () => {
  const { id, imageUrl } = await send<Recipe>('POST', '/api/recipes', soup);
  const { statusCode, body, headers } = await page(`/recipe/${id}`);
  expect(statusCode).toBe(200);
  expect(body).toContain('<title>Soup &quot;of&quot; &lt;leeks&gt; · Potluck</title>');
  expect(imageUrl).toMatch(/^\/pictures\//);
  expect(body).toContain(`<meta property="og:image" content="http://potluck.example${imageUrl}" />`);
  expect(body).toContain(`<meta property="og:url" content="http://potluck.example/recipe/${id}" />`);
  expect(body).not.toContain('"Browse"');
  const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
  expect(JSON.parse(jsonLd)).toMatchObject({ '@type': 'Recipe', recipeInstructions: [{ text: 'Simmer </script>' }] });

  expect(brotliDecompressSync((await page(`/recipe/${id}`, 'gzip, br')).rawPayload).toString()).toBe(body);
  expect(gunzipSync((await page(`/recipe/${id}`, 'gzip, br;q=0')).rawPayload).toString()).toBe(body);
  const policy = (await page('/')).headers['content-security-policy'];
  expect([headers['content-security-policy'], headers.vary]).toEqual([policy, 'accept-encoding']);
});

test('shows a revision at once', async () => {
  const { id } = await send<Recipe>('POST', '/api/recipes', soup);
  await page(`/recipe/${id}`, 'br');
  await send('PUT', `/api/recipes/${id}`, { ...soup, title: 'Broth' });
  expect(brotliDecompressSync((await page(`/recipe/${id}`, 'br')).rawPayload).toString()).toContain('Broth · Potluck');
});

test('the page of a public playlist says what it shows, that of a private one does not', async () => {
  const recipe = await send<Recipe>('POST', '/api/recipes', soup);
  const create = (isPrivate: boolean) =>
    send<Playlist>('POST', '/api/playlists', { name: 'Soups', isPrivate, userId: 'mia', recipes: [recipe] });
  const [shown, hidden] = [await create(false), await create(true)];
  const { body } = await page(`/playlists/mia/${shown.id}`);
  expect(body).toContain('<meta property="og:title" content="Soups" />');
  expect(body).toContain('content="By Mia: Soup &quot;of&quot; &lt;leeks&gt;"');
  expect((await page(`/playlists/mia/${hidden.id}`)).body).toBe(plain);
});

test('the page of a post says what it shows, until the post is deleted', async () => {
  const post = {
    ...{ type: 'image', title: 'Soup "day"', imageUrl: 'https://example.org/soup.webp' },
    content: `Leeks <b>& potatoes</b> </script>. ${'More of it. '.repeat(200)}`,
  };
  const { id } = await send<Post>('POST', '/api/community', post);
  const { body } = await page(`/community/${id}`);
  expect(body).toContain('<title>Soup &quot;day&quot; · Potluck</title>');
  expect(body).toMatch(
    /<meta property="og:image" content="http:\/\/potluck\.example\/pictures\/[0-9a-f]{40}\/\d+" \/>/,
  );
  expect(body).toContain(`<link rel="canonical" href="http://potluck.example/community/${id}" />`);
  expect(body).toContain('content="Leeks &lt;b&gt;&amp; potatoes&lt;/b&gt; &lt;/script&gt;. More of it.');
  const [, jsonLd = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(body) ?? [];
  // The whole text, of which the feed has an excerpt.
  expect(JSON.parse(jsonLd)).toMatchObject({
    ...{ '@type': 'DiscussionForumPosting', text: post.content.trim() },
    image: [expect.stringContaining('/pictures/')],
  });
  await send('DELETE', `/api/community/${id}`);
  expect((await page(`/community/${id}`)).body).toBe(plain);
});

test('the page of what is unknown or withdrawn is the plain one, as are others', async () => {
  const { id } = await send<Recipe>('POST', '/api/recipes', soup);
  await send('DELETE', `/api/recipes/${id}`);
  const unknown = '00000000-0000-7000-8000-000000000000';
  const others = [`/recipe/${id}`, '/recipe/7', `/recipe/${unknown}`, `/community/${unknown}`];
  for (const url of [...others, '/', '/community', '/community/new']) {
    const { statusCode, body } = await page(url);
    expect([statusCode, body]).toEqual([200, plain]);
  }
});
