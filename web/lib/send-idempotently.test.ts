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

/** Loads the module as after a reload, with only the tab's storage. Returns a function that sends and resolves to the key. */
async function reload() {
  vi.resetModules();
  const { sendIdempotently } = await import('./send-idempotently.ts');
  return (formId: string, content: object, response: 'lost' | 'received' = 'lost') =>
    new Promise<string>((resolve) => {
      const send = async ({ key }: { key: string }) => {
        resolve(key);
        if (response === 'lost') throw new Error('No response');
      };
      sendIdempotently(formId, content, send).catch(() => undefined);
    });
}

test('the same content keeps its key, also after a reload', async () => {
  const first = await (await reload())('mia', form);
  expect(await (await reload())('mia', { ...form })).toBe(first);
});

test('other content and another author get another key', async () => {
  const send = await reload();
  const first = await send('mia', form);
  expect(await send('sam', form)).not.toBe(first);
  expect(await send('mia', { ...form, content: 'Quickly.' })).not.toBe(first);
});

test('the same content gets a new key once it was accepted', async () => {
  const send = await reload();
  const first = await send('mia', form);
  expect(await send('mia', form, 'received')).toBe(first);
  expect(await send('mia', form)).not.toBe(first);
  expect(await (await reload())('mia', form)).not.toBe(first);
});

test('keys last as long as the page when storage is blocked', async () => {
  vi.stubGlobal('sessionStorage', undefined);
  const send = await reload();
  expect(await send('mia', form)).toBe(await send('mia', form));
});
