/** Imports recipes from pages and texts as drafts. */
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FetchProblem } from '../../server/core/network/fetch-problem.ts';
import { createPublicFetch } from '../../server/core/network/public-fetch.ts';
import { openImporterOf } from '../support/importing.ts';

const fixture = (name: string) => readFileSync(resolve(import.meta.dirname, `../fixtures/recipe-pages/${name}.html`));
const pages: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  '/soup': ['text/html; charset=utf-8', fixture('01-plain')],
  '/latin': ['text/html', fixture('27-latin-1')],
  '/about': ['text/html', '<p>We cook.'],
  '/picture': ['image/jpeg', 'secret'],
  '/large': ['text/html', 'secret'.repeat(1_000_000)],
};
const text = 'Leek soup\nServes 2\n\nIngredients\n3 leeks\n½ tsp salt\n\nMethod\n1. Slice.\n2. Simmer.';
const soup = { title: 'Leek & potato soup', author: 'Mia Lindqvist', cookingTime: 45, servings: 4, cuisine: 'French' };

describe('the import of a page or text', () => {
  let server: Server;
  let origin = '';
  beforeAll(async () => {
    server = createServer((request, response) => {
      const [type, body] = pages[request.url ?? ''] ?? [];
      if (type === undefined) response.writeHead(404).end();
      else response.writeHead(200, { 'content-type': type }).end(body);
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const openHere = () =>
    openImporterOf({ fetchPublic: createPublicFetch({ mayConnect: (address) => address === '127.0.0.1' }) });

  it('returns a draft that credits the page, and records nothing', async () => {
    const { app, importFrom } = await openHere();
    const response = await importFrom({ url: `${origin}/soup` });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ ...soup, type: 'image', source: 'page' });
    expect(response.json().description).toBe(`A soup for cold evenings.\n\nFrom ${origin}/soup`);
    expect(response.json().ingredients).toHaveLength(4);
    expect(await app.head()).toBeUndefined();
  });

  it('reads the encoding that a page declares', async () => {
    const { importFrom } = await openHere();
    expect((await importFrom({ url: `${origin}/latin` })).json().author).toBe('Jörg Müller');
  });

  it.each([
    ['/about', 404, 'NO_RECIPE'],
    ['/picture', 404, 'NO_RECIPE'],
    ['/nowhere', 404, 'PAGE_UNAVAILABLE'],
    ['/large', 422, 'PAGE_TOO_LARGE'],
  ])('refuses %s with %i %s', async (path, statusCode, code) => {
    const { refusal } = await openHere();
    expect(await refusal(origin + path)).toMatchObject({ statusCode, code });
  });

  it('does not open pages of this machine, and does not tell whether they exist', async () => {
    const { refusal } = await openImporterOf({});
    const known = await refusal(`${origin}/soup`);
    expect(known).toMatchObject({ statusCode: 404, code: 'PAGE_UNAVAILABLE' });
    expect(await refusal('http://127.0.0.1:1/')).toEqual(known);
    expect(await refusal('http://169.254.169.254/latest/meta-data/')).toEqual(known);
  });

  it('reads the words of a recipe, a page, and JSON-LD', async () => {
    const { importFrom } = await openHere();
    expect((await importFrom({ text })).json()).toMatchObject({
      title: 'Leek soup',
      servings: 2,
      ingredients: [
        { name: 'leeks', amount: '3', unit: '' },
        { name: 'salt', amount: '1/2', unit: 'tsp' },
      ],
      instructions: ['Slice.', 'Simmer.'],
      source: 'text',
    });
    expect((await importFrom({ text: fixture('19-microdata').toString() })).json()).toMatchObject(soup);
    const json = /<script[^>]*>([^<]*)/.exec(fixture('01-plain').toString())?.[1];
    expect((await importFrom({ text: json })).json()).toMatchObject(soup);
  });

  it('reports a text without a recipe, and a request with both or neither', async () => {
    const { importFrom } = await openHere();
    const codeOf = async (body: object) => {
      const { statusCode, code, message } = (await importFrom(body)).json();
      return [statusCode, code, message];
    };
    expect(await codeOf({ text: 'Hello' })).toEqual([422, 'NO_RECIPE_IN_TEXT', 'No recipe was found in this text']);
    expect(await codeOf({ text, url: origin })).toEqual([422, 'INVALID_INPUT', 'Send either url or text']);
    const whatToSend = 'Send the address of a page or video as url, or a text as text';
    expect(await codeOf({})).toEqual([422, 'INVALID_INPUT', whatToSend]);
  });

  it.each([
    [{ url: 'vimeo' }, 'Send the whole address of a recipe page or a YouTube video'],
    [{ url: 'ftp://example.org/soup' }, 'Send the whole address of a recipe page or a YouTube video'],
    [{ url: 5 }, 'Invalid input data: url must be text'],
    [{ text: 'x'.repeat(400_001) }, 'Invalid input data: text is longer than 400000 characters'],
  ])('says what is wrong with other input', async (body, message) => {
    const { importFrom } = await openHere();
    expect((await importFrom(body)).json()).toMatchObject({ statusCode: 422, code: 'INVALID_INPUT', message });
  });

  it('allows a hundred a day to each user', async () => {
    const { importFrom } = await openHere();
    for (let i = 0; i < 100; i++) expect((await importFrom({ text })).statusCode).toBe(200);
    const refused = await importFrom({ text });
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'TOO_MANY_IMPORTS']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await importFrom({ text }, 'token-tom')).statusCode).toBe(200);
  });

  it('does not count what is refused because too much is under way', async () => {
    const busy = await openImporterOf({ fetchPublic: () => Promise.reject(new FetchProblem('BUSY')) });
    for (let i = 0; i < 101; i++) expect((await busy.refusal('example.org/soup')).code).toBe('PAGES_BUSY');

    const answer = Promise.withResolvers<never>();
    const slow = await openImporterOf({ fetchPublic: () => answer.promise });
    const underWay = [slow.refusal('example.org/soup'), slow.refusal('example.org/soup')];
    for (let i = 0; i < 101; i++) {
      expect((await slow.importFrom({ text })).json().code).toBe('TOO_MANY_REQUESTS');
    }
    answer.reject(new FetchProblem('TIMEOUT'));
    expect((await Promise.all(underWay)).map(({ code }) => code)).toEqual(['PAGE_TIMEOUT', 'PAGE_TIMEOUT']);
    expect((await slow.importFrom({ text })).statusCode).toBe(200);
  });
});
