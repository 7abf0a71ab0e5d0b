import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { begin, hourMs, inUse, isGone, openLibrary } from '../../tests/support/picture-library.ts';
import type { ListedFile } from './store/picture-store.ts';

/** A library with a picture that was uploaded 200 hours ago and is not used. */
async function openUnused() {
  const opened = openLibrary();
  const { id } = await opened.library.add('soup');
  opened.passHours(200);
  return { ...opened, id };
}

test('a picture stays if it may belong to another log: one that is older than this one, or any beside an empty log', async () => {
  const { library, uses, passHours, tidy } = openLibrary();
  const { id } = await library.add('soup');
  passHours(200);
  expect(await tidy(null)).toBe(0);
  expect(await tidy(new Date(begin + hourMs))).toBe(0);
  uses.set(id, { count: 0, unusedSince: new Date(begin).toISOString() });
  expect(await tidy(new Date(begin + hourMs))).toBe(1);
});

test('a picture that is uploaded again after its post was deleted stays for a week', async () => {
  const { library, uses, passHours, tidy } = openLibrary();
  const { id } = await library.add('soup');
  uses.set(id, { count: 0, unusedSince: new Date(begin).toISOString() });
  passHours(20);
  await library.add('soup');
  passHours(7 * 24 - 1);
  expect(await tidy()).toBe(0);
  expect(await library.find(id)).toMatchObject({ id });
  passHours(2);
  await expect(library.find(id)).rejects.toMatchObject(isGone);
  passHours(1);
  expect(await tidy()).toBe(1);
});

test('only unused pictures are removed, of many', async () => {
  const { library, store, uses, passHours, tidy } = openLibrary();
  const ids: string[] = [];
  for (let n = 0; n < 250; n++) ids.push((await library.add(`soup ${n}`)).id);
  for (const id of ids.filter((_, n) => n % 5 === 0)) uses.set(id, inUse);
  passHours(200);
  const { id: recent } = await library.add('salad');
  expect(await tidy()).toBe(200);
  expect(store.names()).toHaveLength(51 * 3);
  expect(store.names()).toContain(`${recent}.json`);
});

test('a picture that could not be removed whole is removed by the next attempt', async () => {
  const { library, store, passHours, tidy } = openLibrary();
  await library.add('soup');
  passHours(200);
  const { remove } = store;
  let calls = 0;
  store.remove = (name) => (++calls === 2 ? Promise.reject(new Error('The bucket is away')) : remove(name));
  await expect(tidy()).rejects.toThrow('The bucket is away');
  expect(await tidy()).toBe(1);
  expect(store.names()).toEqual([]);
});

test('a picture that another node receives again while unused ones are removed stays', async () => {
  const { library, otherNode, store, tidy, id } = await openUnused();
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
    const { library, store, tidy, id } = await openUnused();
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
      const { library, otherNode, store, tidy, id } = await openUnused();
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
    const { library, otherNode, store, tidy, id } = await openUnused();
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

  test('are removed after a week', async () => {
    const { store, tidy, passHours } = await failedUpload();
    passHours(168);
    await tidy();
    expect(store.names()).toHaveLength(2);
    passHours(2);
    await tidy();
    expect(store.names()).toEqual([]);
  });

  test('stay when they are uploaded again, or in use, or may belong to another log', async () => {
    const { store, library, uses, id, tidy, passHours } = await failedUpload();
    passHours(200);
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
  passHours(200);
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
  passHours(200);
  await tidy();
  expect(store.names()).toHaveLength(3);
});
