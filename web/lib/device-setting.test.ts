import { beforeEach, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const listeners: ((event: { key: string | null }) => void)[] = [];
let leave = () => {};

vi.mock('./identity/session.ts', () => ({
  onUserLeft: (listener: () => void) => {
    leave = listener;
  },
}));

beforeEach(() => {
  leave = () => {};
  stored.clear();
  listeners.length = 0;
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

/** A number of a page that has just been opened. */
const openPage = async (options?: { staysAfterSignOut: boolean }) => {
  const { createDeviceSetting } = await import('./device-setting.ts');
  return createDeviceSetting(
    'n',
    (value) => (value === 'four' ? 4 : typeof value === 'number' ? value : undefined),
    1,
    options,
  );
};

test('outlives the page', async () => {
  (await openPage()).set(3);
  expect((await openPage()).get()).toBe(3);
});

test.each(['what', '"3"', 'null', ''])('is the initial value instead of %j', async (text) => {
  stored.set('n', text);
  expect((await openPage()).get()).toBe(1);
});

test('follows other tabs', async () => {
  const setting = await openPage();
  expect(setting.get()).toBe(1);
  stored.set('n', '5');
  for (const listener of listeners) listener({ key: 'n' });
  expect(setting.get()).toBe(5);
  stored.clear();
  for (const listener of listeners) listener({ key: null });
  expect(setting.get()).toBe(1);
});

test('lasts as long as the page if storage is blocked', async () => {
  const block = () => {
    throw new DOMException('Blocked', 'SecurityError');
  };
  vi.stubGlobal('localStorage', { getItem: block, setItem: block, removeItem: block });
  const setting = await openPage();
  expect(setting.get()).toBe(1);
  setting.set(4);
  expect(setting.get()).toBe(4);
});

test('does not stay when the user leaves', async () => {
  const setting = await openPage();
  setting.set(4);
  leave();
  expect(setting.get()).toBe(1);
});

test('stays when the user leaves, if it is about the device', async () => {
  const setting = await openPage({ staysAfterSignOut: true });
  setting.set(4);
  leave();
  expect([setting.get(), stored.get('n')]).toEqual([4, '4']);
});

test('can be read from the plain text of an earlier release', async () => {
  stored.set('n', 'four');
  expect((await openPage()).get()).toBe(4);
});
