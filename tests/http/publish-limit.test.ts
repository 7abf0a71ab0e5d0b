/** The limit on a user's publications per minute, in addition to the limit on all requests. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { HTTPMethods } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { injectChecked } from '../support/checked-inject.ts';
import { type EmbeddedApp, openEmbeddedApp } from '../support/embedded-app.ts';

const perMinute = 6;

describe('the limit on publishing', () => {
  let folder: string;
  let running: EmbeddedApp;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'potluck-publish-limit-'));
    running = await openEmbeddedApp(folder, ['mia', 'tom'], { publishLimit: perMinute });
    // No call comes back while a test runs, however busy the machine is.
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await running.close();
    await rm(folder, { recursive: true });
  });

  const send = (method: HTTPMethods, url: string, payload?: object, as = 'mia') =>
    injectChecked(running.app, {
      method,
      url: `/api${url}`,
      headers: { authorization: `Bearer token-${as}` },
      ...(payload && { payload }),
    });
  const publish = (as = 'mia') => send('POST', '/community', { title: 'Soup' }, as);
  const publishMany = async (times: number) => {
    for (let n = 0; n < times; n++) expect((await publish()).statusCode).toBe(201);
  };
  const recipe = { type: 'image', title: 'Ramen' };

  it('rejects publications over the limit with Retry-After, and records nothing', async () => {
    await publishMany(perMinute);
    const head = await running.head();
    const refused = await publish();
    expect(refused.json()).toEqual({
      statusCode: 429,
      code: 'PUBLISHING_TOO_FAST',
      error: 'Too Many Requests',
      message: 'You have published a lot in a short time; please wait a moment and send it again',
    });
    expect(refused.headers['retry-after']).toBe('10');
    expect(await running.head()).toBe(head);
    vi.advanceTimersByTime(10_000);
    expect((await publish()).statusCode).toBe(201);
    expect((await publish()).statusCode).toBe(429);
    vi.advanceTimersByTime(60 * 60_000);
    await publishMany(perMinute);
    expect((await publish()).statusCode).toBe(429);
  });

  it('counts all changes that are pushed to everyone, and none that only the user sees', async () => {
    const { id: post } = (await publish()).json();
    const { id: ramen } = (await send('POST', '/recipes', recipe)).json();
    const { id: pie } = (await send('POST', '/recipes', { ...recipe, title: 'Pie' })).json();
    const playlist = { name: 'Slow', recipes: [{ id: ramen }] };
    const { id: list } = (await send('POST', '/playlists', playlist)).json();
    const { id: comment } = (await send('POST', `/community/${post}/comments`, { text: 'Mine' })).json();
    await publishMany(1);

    const refused = await Promise.all([
      publish(),
      send('PUT', `/community/${post}`, { title: 'Broth' }),
      send('POST', `/community/${post}/comments`, { text: 'Warm' }),
      send('POST', '/recipes', recipe),
      send('PUT', `/recipes/${ramen}`, recipe),
      send('POST', `/recipes/${ramen}/comments`, { text: 'Warm' }),
      send('POST', '/playlists', playlist),
      send('PATCH', `/playlists/${list}`, { name: 'Slower' }),
      send('POST', `/playlists/${list}/recipes`, { recipeId: pie }),
      send('DELETE', `/playlists/${list}/recipes/${ramen}`),
      send('PUT', '/users/profile', { username: 'Mia B.' }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 429));

    const groceries = { userId: 'mia', ingredients: [{ name: 'Flour' }] };
    expect((await send('POST', '/grocery-list', groceries)).statusCode).toBe(201);
    expect((await send('GET', '/community')).statusCode).toBe(200);
    expect((await send('DELETE', `/community/${post}/comments/${comment}`)).statusCode).toBe(204);
    expect((await send('DELETE', `/community/${post}`)).statusCode).toBe(204);
    expect((await publish('tom')).statusCode).toBe(201);
  });

  it('allows five times as many likes, which do not count as publications', async () => {
    const { id } = (await publish()).json();
    const likes: number[] = [];
    for (let n = 0; n <= 5 * perMinute; n++) likes.push((await send('POST', `/community/${id}/like`)).statusCode);
    expect(likes).toEqual([...Array.from({ length: 5 * perMinute }, () => 200), 429]);
    for (const path of [`/community/${id}/comments/${id}`, `/recipes/${id}`, `/playlists/${id}`]) {
      expect((await send('POST', `${path}/like`)).statusCode, path).toBe(429);
    }
    expect((await send('POST', '/people/tom/follow', { following: true })).statusCode).toBe(429);
    await publishMany(perMinute - 1);
    expect((await publish()).statusCode).toBe(429);
  });

  it('does not count invalid input', async () => {
    for (let n = 0; n < 2 * perMinute; n++) {
      expect((await send('POST', '/community', { title: 3 })).statusCode).toBe(422);
    }
    await publishMany(perMinute);
  });
});
