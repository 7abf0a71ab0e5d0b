/** Changes that the browser's database holds from other releases, or damaged. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  madeAt,
  openTab,
  resetBrowser,
  sent,
  server,
  store,
  storedChanges,
  text,
  uuidV7At,
} from '../../../tests/support/tabs.ts';

beforeEach(resetBrowser);

describe('a stored change', () => {
  test('of the first version is sent, and shows when it was made', async () => {
    await store({ version: 1, key: uuidV7At(madeAt, '1'), change: 'milk' });
    server.respond = () => Promise.reject('FULL');
    const tab = await openTab();
    await vi.waitFor(() => expect(tab.refused()).toHaveLength(1));
    expect(sent).toEqual(['milk']);
    expect(tab.refused()[0]?.[0]).toMatchObject({ at: madeAt, text: { verb: 'Do', what: 'milk' } });
  });

  test('whose feature has given it another shape is upcast', async () => {
    await store({ version: 2, at: madeAt, text, key: 'key-1', change: { name: 'milk' } });
    await openTab([(change) => Reflect.get(Object(change), 'name')]);
    await vi.waitFor(() => expect(sent).toEqual(['milk']));
  });

  test('of the shape that its feature has now is not upcast again', async () => {
    const upcasts = [(change: unknown) => `${change}, upcast`];
    const tab = await openTab(upcasts);
    tab.change('milk');
    await vi.waitFor(() => expect(tab.unstored()).toBe(0));
    tab.close();
    sent.length = 0;
    const next = await openTab(upcasts);
    await vi.waitFor(() => expect(next.waiting()).toEqual(['milk']));
  });

  test.each([
    ['a newer version', { version: 3 }, 'NEWER_RELEASE'],
    ['a newer shape', { version: 2, changeVersion: 2 }, 'NEWER_RELEASE'],
    ['no version', { version: 'two' }, 'DAMAGED'],
    ['no change', { version: 2, change: undefined, key: undefined }, 'DAMAGED'],
    ['no document', { version: 2, document: undefined }, 'DAMAGED'],
  ])(
    'with %s is shown as not saved, holds up no other one, and stays stored until it is discarded',
    async (_, wrong, code) => {
      await store(
        { at: madeAt, text, key: 'key-1', change: 'milk', ...wrong },
        { version: 2, at: madeAt, text, key: 'key-2', change: 'eggs' },
      );
      const tab = await openTab();
      await vi.waitFor(() => expect(sent).toEqual(['eggs']));
      const [group] = tab.refused();
      expect(group?.[0]).toMatchObject({ text, refusal: { code } });
      expect(await storedChanges()).toHaveLength(2);
      if (group) await tab.discardChanges(group);
      expect(tab.refused()).toEqual([]);
      expect(await storedChanges()).toHaveLength(1);
    },
  );

  test('that is damaged is shown beside others that are', async () => {
    await store({ version: 2, key: undefined, at: 'noon' }, { version: 2, key: undefined, at: 'noon' });
    const tab = await openTab();
    await vi.waitFor(() => expect(tab.refused()).toMatchObject([[{ at: 0 }], [{ at: 0 }]]));
    const [group] = tab.refused();
    if (group) await tab.discardChanges(group);
    expect([tab.refused(), await storedChanges()]).toMatchObject([{ length: 1 }, { length: 1 }]);
  });

  test('of a feature that this release does not have is shown as not saved', async () => {
    await store({
      version: 2,
      at: madeAt,
      text,
      key: 'key-1',
      change: 1,
      document: ['pantry', 'mia'],
      name: 'pantry mia',
    });
    const tab = await openTab();
    await tab.showUnknownChanges();
    expect(tab.refused()).toMatchObject([[{ refusal: { code: 'NEWER_RELEASE' } }]]);
  });
});
