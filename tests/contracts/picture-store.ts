/** What every store of pictures must do. */
import { describe, expect, it } from 'vitest';
import type { ListedFile, PictureStore } from '../../server/pictures/store/picture-store.ts';

interface Opened extends AsyncDisposable {
  readonly store: PictureStore;
}

const names = ['one-320.webp', 'one-640.webp', 'one.json', 'two-320.webp', 'two.json'];
const bytesOf = (text: string) => Buffer.from(text.repeat(50_000));

export async function listed(store: PictureStore): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  for await (const file of store.list()) files.push(file);
  return files;
}

export function pictureStoreContract(adapter: string, open: () => Promise<Opened>): void {
  describe(`a store of pictures in ${adapter}`, () => {
    it('returns what was written, with the time', async () => {
      await using opened = await open();
      const { store } = opened;
      // Some stores keep seconds.
      const before = Date.now() - 1_000;
      await store.write('one-320.webp', bytesOf('soup'));
      const file = await store.read('one-320.webp');
      expect(Buffer.from(file?.bytes ?? []).equals(bytesOf('soup'))).toBe(true);
      expect(file?.writtenAt.getTime()).toBeGreaterThanOrEqual(before);
      expect(file?.writtenAt.getTime()).toBeLessThanOrEqual(Date.now());
      expect(await store.writtenAt('one-320.webp')).toEqual(file?.writtenAt);
    });

    it('has nothing at first', async () => {
      await using opened = await open();
      expect(await opened.store.read('one.json')).toBeUndefined();
      expect(await opened.store.writtenAt('one.json')).toBeUndefined();
      expect(await listed(opened.store)).toEqual([]);
      await opened.store.remove('one.json');
    });

    it('lists all files, also those of several pages', async () => {
      await using opened = await open();
      const { store } = opened;
      for (const name of names) await store.write(name, bytesOf('a'));
      const found = await listed(store);
      expect(found.map(({ name }) => name).sort()).toEqual(names);
      for (const { writtenAt } of found) expect(Math.abs(writtenAt.getTime() - Date.now())).toBeLessThan(60_000);
    });

    it('forgets a removed file, and keeps the others', async () => {
      await using opened = await open();
      const { store } = opened;
      for (const name of names) await store.write(name, bytesOf('a'));
      await store.remove('one.json');
      expect(await store.read('one.json')).toBeUndefined();
      expect((await listed(store)).map(({ name }) => name).sort()).toEqual(names.filter((name) => name !== 'one.json'));
    });

    it('replaces a file that is written again, also by several writers', async () => {
      await using opened = await open();
      const { store } = opened;
      await Promise.all([1, 2, 3].map(() => store.write('one.json', bytesOf('b'))));
      await store.write('one.json', bytesOf('c'));
      expect(Buffer.from((await store.read('one.json'))?.bytes ?? []).equals(bytesOf('c'))).toBe(true);
      expect(await listed(store)).toHaveLength(1);
    });
  });
}
