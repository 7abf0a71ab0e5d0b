import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const form = { title: 'Moussaka', type: 'text', content: 'Slowly.' };

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

/** As after the page was loaded anew: only the tab's storage is left. */
async function loaded() {
  vi.resetModules();
  return import('./form-key.ts');
}

test('the same words go out under the same key, also after the page was loaded anew', async () => {
  const first = (await loaded()).keyForSending('mia', form);
  expect((await loaded()).keyForSending('mia', { ...form })).toBe(first);
});

test('other words, and the words of somebody else, get another key', async () => {
  const { keyForSending } = await loaded();
  const first = keyForSending('mia', form);
  expect(keyForSending('sam', form)).not.toBe(first);
  expect(keyForSending('mia', { ...form, content: 'Quickly.' })).not.toBe(first);
});

test('the same words again after they were saved are another thing', async () => {
  const { forgetKey, keyForSending } = await loaded();
  const first = keyForSending('mia', form);
  forgetKey('mia');
  expect(keyForSending('mia', form)).not.toBe(first);
});

test('a page whose storage is blocked knows its keys as long as it lasts', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const { keyForSending } = await loaded();
  expect(keyForSending('mia', form)).toBe(keyForSending('mia', form));
});
