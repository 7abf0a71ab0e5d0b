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

/** As after the page was loaded anew: only the tab's storage is left. Sends, and answers the key that it went under. */
async function loaded() {
  vi.resetModules();
  const { sendUnderKey } = await import('./form-key.ts');
  return (of: string, words: object, answer: 'lost' | 'there' = 'lost') =>
    new Promise<string>((tell) => {
      const send = async ({ key }: { key: string }) => {
        tell(key);
        if (answer === 'lost') throw new Error('Nothing came back');
      };
      sendUnderKey(of, words, send).catch(() => undefined);
    });
}

test('the same words go out under the same key, also after the page was loaded anew', async () => {
  const first = await (await loaded())('mia', form);
  expect(await (await loaded())('mia', { ...form })).toBe(first);
});

test('other words, and the words of somebody else, get another key', async () => {
  const send = await loaded();
  const first = await send('mia', form);
  expect(await send('sam', form)).not.toBe(first);
  expect(await send('mia', { ...form, content: 'Quickly.' })).not.toBe(first);
});

test('the same words again after they were taken are another thing', async () => {
  const send = await loaded();
  const first = await send('mia', form);
  expect(await send('mia', form, 'there')).toBe(first);
  expect(await send('mia', form)).not.toBe(first);
  expect(await (await loaded())('mia', form)).not.toBe(first);
});

test('a page whose storage is blocked knows its keys as long as it lasts', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const send = await loaded();
  expect(await send('mia', form)).toBe(await send('mia', form));
});
