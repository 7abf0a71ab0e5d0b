import { describe, expect, test } from 'vitest';
import { memoryPictureStore } from '../../tests/support/memory-picture-store.ts';
import { begin, header, hourMs, inUse, isGone, openLibrary } from '../../tests/support/picture-library.ts';
import { oneAtATime } from '../core/timing/one-at-a-time.ts';
import { pictureLibrary } from './picture-library.ts';
import type { PictureUse } from './use-of-picture.ts';

test('of many readers at once, a bounded number loads pictures, and the rest is refused', async () => {
  const held = Promise.withResolvers<undefined>();
  let loading = 0;
  const load = () => {
    loading++;
    return held.promise;
  };
  const store = { ...memoryPictureStore(() => begin), read: load };
  const encode = () => Promise.reject(new Error('unused'));
  const use = async () => new Map<string, PictureUse>();
  const library = pictureLibrary({ store, encoder: { encode }, use, oneAtATime: oneAtATime(), uploads: '/none' });
  const readers = Array.from({ length: 600 }, () => library.read('a'.repeat(40), 320));
  await expect(readers.at(-1)).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  expect(loading).toBe(32);
  held.resolve(undefined);
  const outcomes = await Promise.allSettled(readers);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(32 + 512);
});

describe('a stored picture', () => {
  test('has an id that depends only on its content', async () => {
    const { library, store } = openLibrary();
    const [soup, again, salad] = [await library.add('soup'), await library.add('soup'), await library.add('salad')];
    expect(soup).toEqual({
      id: again.id,
      sizes: [
        { width: 320, height: 240 },
        { width: 640, height: 480 },
      ],
      placeholder: 'data:,soup',
    });
    expect(salad.id).not.toBe(soup.id);
    expect(store.names()).toHaveLength(6);
    expect(await library.find(soup.id)).toEqual(soup);
    expect(Buffer.from((await library.read(soup.id, 640)) ?? []).toString()).toBe(`${header}soup large`);
    expect(await library.read(soup.id, 500)).toBeUndefined();
    await expect(library.find('b'.repeat(40))).rejects.toMatchObject(isGone);
  });

  test('that nothing has named can be named for a week, and is removed an hour later', async () => {
    const { library, store, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    passHours(7 * 24 - 0.1);
    await library.find(id);
    passHours(0.2);
    await expect(library.find(id)).rejects.toMatchObject(isGone);
    expect(await tidy()).toBe(0);
    passHours(1);
    expect(await tidy()).toBe(1);
    expect(store.names()).toEqual([]);
  });

  test('stays for another week when it is uploaded again', async () => {
    const { library, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    passHours(7 * 24 + 0.5);
    await library.add('soup');
    passHours(7 * 24 - 1);
    expect(await tidy()).toBe(0);
    await library.find(id);
  });

  test('stays while it is in use, and a day longer', async () => {
    const { library, uses, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    uses.set(id, inUse);
    passHours(1_000);
    expect(await tidy()).toBe(0);
    await library.find(id);
    uses.set(id, { count: 0, unusedSince: new Date(begin + 1_000 * hourMs).toISOString() });
    passHours(23);
    await library.find(id);
    passHours(3);
    await expect(library.find(id)).rejects.toMatchObject(isGone);
    expect(await tidy()).toBe(1);
  });
});
