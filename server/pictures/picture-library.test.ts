import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { memoryPictureStore } from '../../tests/support/memory-picture-store.ts';
import { oneAtATime } from '../core/timing/one-at-a-time.ts';
import { pictureLibrary } from './picture-library.ts';
import { removeUnused } from './remove-unused.ts';
import type { ListedFile } from './store/picture-store.ts';
import type { PictureUse } from './use-of-picture.ts';

const hourMs = 60 * 60_000;
const begin = Date.parse('2026-11-26T12:00:00.000Z');

/** Renditions begin alike, as WebP does. */
const header = 'RIFF, and more than a hash may leave out: ';

/** A library without an encoder: the name of an uploaded file is its content. */
function openLibrary() {
  let now = begin;
  const store = memoryPictureStore(() => now);
  const uses = new Map<string, PictureUse>();
  const use = async () => uses;
  const encode = async (file: string) => ({
    renditions: [
      { width: 320, height: 240, bytes: Buffer.from(`${header}${file} small`) },
      { width: 640, height: 480, bytes: Buffer.from(`${header}${file} large`) },
    ],
    placeholder: 'data:,soup',
  });
  const shared = { store, use, oneAtATime: oneAtATime(), now: () => now };
  const library = pictureLibrary({ ...shared, encoder: { encode }, uploads: '/none' });
  return {
    ...{ store, uses, library },
    /** With locks of its own. */
    otherNode: pictureLibrary({ ...shared, oneAtATime: oneAtATime(), encoder: { encode }, uploads: '/none' }),
    passHours: (hours: number) => {
      now += hours * hourMs;
    },
    tidy: (logBeganAt: Date | null = new Date(begin - hourMs)) =>
      removeUnused({ ...shared, logBeganAt: logBeganAt ?? undefined, signal: new AbortController().signal }),
  };
}

const inUse: PictureUse = { count: 1, unusedSince: null };
const isGone = { code: 'PICTURE_GONE' };

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

  test('that nothing names can be named for a day, and is removed an hour later', async () => {
    const { library, store, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    passHours(23.9);
    await library.find(id);
    passHours(0.2);
    await expect(library.find(id)).rejects.toMatchObject(isGone);
    expect(await tidy()).toBe(0);
    passHours(1);
    expect(await tidy()).toBe(1);
    expect(store.names()).toEqual([]);
  });

  test('stays for another day when it is uploaded again', async () => {
    const { library, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    passHours(24.5);
    await library.add('soup');
    passHours(23);
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

  test('stays if it may belong to another log: one that is older than this one, or any beside an empty log', async () => {
    const { library, uses, passHours, tidy } = openLibrary();
    const { id } = await library.add('soup');
    passHours(100);
    expect(await tidy(null)).toBe(0);
    expect(await tidy(new Date(begin + hourMs))).toBe(0);
    uses.set(id, { count: 0, unusedSince: new Date(begin).toISOString() });
    expect(await tidy(new Date(begin + hourMs))).toBe(1);
  });
});

test('only unused pictures are removed, of many', async () => {
  const { library, store, uses, passHours, tidy } = openLibrary();
  const ids: string[] = [];
  for (let n = 0; n < 250; n++) ids.push((await library.add(`soup ${n}`)).id);
  for (const id of ids.filter((_, n) => n % 5 === 0)) uses.set(id, inUse);
  passHours(30);
  const { id: recent } = await library.add('salad');
  expect(await tidy()).toBe(200);
  expect(store.names()).toHaveLength(51 * 3);
  expect(store.names()).toContain(`${recent}.json`);
});

test('a picture that could not be removed whole is removed by the next attempt', async () => {
  const { library, store, passHours, tidy } = openLibrary();
  await library.add('soup');
  passHours(30);
  const { remove } = store;
  let calls = 0;
  store.remove = (name) => (++calls === 2 ? Promise.reject(new Error('The bucket is away')) : remove(name));
  await expect(tidy()).rejects.toThrow('The bucket is away');
  expect(await tidy()).toBe(1);
  expect(store.names()).toEqual([]);
});

test('a picture that another node receives again while unused ones are removed stays', async () => {
  const { library, otherNode, store, tidy, passHours } = openLibrary();
  const { id } = await library.add('soup');
  passHours(30);
  const { read } = store;
  store.read = async (name) => {
    store.read = read;
    await otherNode.add('soup');
    return read(name);
  };
  expect(await tidy()).toBe(0);
  expect(await library.find(id)).toMatchObject({ id });
});

describe('a picture that is uploaded again while it is being removed', () => {
  const names = (id: string) => [`${id}-320.webp`, `${id}-640.webp`, `${id}.json`];

  test.each([0, 1, 2])('stays, after %i of its files were removed', async (removedFiles) => {
    const { library, store, tidy, passHours } = openLibrary();
    const { id } = await library.add('soup');
    passHours(30);
    const { remove } = store;
    let again: Promise<unknown> | undefined;
    let removals = 0;
    store.remove = async (name) => {
      if (removals++ === removedFiles) {
        again = library.add('soup');
        // As far as it can get before the file is removed.
        await setImmediate();
      }
      await remove(name);
    };
    await tidy();
    await again;
    expect(store.names()).toEqual(names(id));
    expect(await library.find(id)).toMatchObject({ id });
  });

  test.each([0, 1, 2])(
    'can be uploaded once more if another node received it, after %i of its files were removed',
    async (removedFiles) => {
      const { library, otherNode, store, tidy, passHours } = openLibrary();
      const { id } = await library.add('soup');
      passHours(30);
      const { remove } = store;
      let removals = 0;
      store.remove = async (name) => {
        if (removals++ === removedFiles) await otherNode.add('soup');
        await remove(name);
      };
      await tidy();
      // One file of it was removed.
      await expect(library.find(id)).rejects.toMatchObject(isGone);
      expect(store.names()).toHaveLength(2);
      await library.add('soup');
      expect(await library.find(id)).toMatchObject({ id });
      expect(store.names()).toEqual(names(id));
    },
  );

  test('stays if another node receives it between two removals', async () => {
    const { library, otherNode, store, tidy, passHours } = openLibrary();
    const { id } = await library.add('soup');
    passHours(30);
    const { remove } = store;
    let removals = 0;
    store.remove = async (name) => {
      await remove(name);
      if (removals++ === 0) await otherNode.add('soup');
    };
    expect(await tidy()).toBe(0);
    expect(await library.find(id)).toMatchObject({ id });
  });
});

describe('renditions of an upload that failed', () => {
  async function failedUpload() {
    const opened = openLibrary();
    const { write } = opened.store;
    opened.store.write = (name, bytes) =>
      name.endsWith('.json') ? Promise.reject(new Error('The disk is full')) : write(name, bytes);
    await expect(opened.library.add('soup')).rejects.toThrow('The disk is full');
    opened.store.write = write;
    const id = opened.store.names()[0]?.slice(0, 40) ?? '';
    return { ...opened, id };
  }

  test('are removed after a day', async () => {
    const { store, tidy, passHours } = await failedUpload();
    passHours(24);
    await tidy();
    expect(store.names()).toHaveLength(2);
    passHours(2);
    await tidy();
    expect(store.names()).toEqual([]);
  });

  test('stay when they are uploaded again, or in use, or may belong to another log', async () => {
    const { store, library, uses, id, tidy, passHours } = await failedUpload();
    passHours(30);
    await tidy(new Date(begin + hourMs));
    uses.set(id, inUse);
    await tidy();
    expect(store.names()).toHaveLength(2);
    uses.delete(id);
    const { list } = store;
    store.list = async function* () {
      yield* list();
      await library.add('soup');
    };
    await tidy();
    expect(await library.find(id)).toMatchObject({ id });
  });
});

test('a picture elsewhere stays while an event names its address', async () => {
  const { library, uses, tidy, passHours, store } = openLibrary();
  const address = 'https://a.b/soup.jpg';
  const { id } = await library.add('soup', { address });
  expect(await library.info(id)).toMatchObject({ id, address });
  uses.set(address, inUse);
  passHours(100);
  expect(await tidy()).toBe(0);
  // Its id is none of an upload, which a form could name.
  await expect(library.find(id)).rejects.toMatchObject(isGone);
  uses.set(address, { count: 0, unusedSince: new Date(begin).toISOString() });
  expect(await tidy()).toBe(1);
  expect(store.names()).toEqual([]);
});

test.each(['first', 'last'])('it keeps its renditions, too, if its description is listed %s', async (place) => {
  const { library, uses, tidy, passHours, store } = openLibrary();
  const address = 'https://a.b/soup.jpg';
  await library.add('soup', { address });
  uses.set(address, inUse);
  const { list } = store;
  store.list = async function* () {
    const [described, others]: ListedFile[][] = [[], []];
    for await (const file of list()) (file.name.endsWith('.json') ? described : others)?.push(file);
    for (const files of place === 'first' ? [described, others] : [others, described]) yield* files ?? [];
  };
  passHours(100);
  await tidy();
  expect(store.names()).toHaveLength(3);
});
