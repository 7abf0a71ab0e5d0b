import { beforeEach, describe, expect, test, vi } from 'vitest';

const stored = new Map<string, string>();
const listeners = new Map<string, (event: { key: string | null }) => void>();
const system = {
  matches: false,
  changed: () => {},
  addEventListener: (_: string, run: () => void) => (system.changed = run),
};
const light = { media: '(prefers-color-scheme: light)', dataset: {} };
const dark = { media: '(prefers-color-scheme: dark) and (min-width: 768px)', dataset: {} };
const root: { dataset: { theme?: string } } = { dataset: {} };

/** The theme of a page that has just been opened. */
const openPage = async () => {
  vi.resetModules();
  const theme = await import('./theme-choice.ts');
  theme.followTheme();
  return theme;
};

beforeEach(() => {
  stored.clear();
  root.dataset = {};
  Object.assign(system, { matches: false });
  for (const meta of [light, dark]) meta.dataset = {};
  light.media = '(prefers-color-scheme: light)';
  dark.media = '(prefers-color-scheme: dark) and (min-width: 768px)';
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('matchMedia', () => system);
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => listeners.set(type, listener));
  vi.stubGlobal('document', { documentElement: root, querySelectorAll: () => [light, dark] });
});

describe('the theme', () => {
  test('is that of the system, also when it changes', async () => {
    await openPage();
    expect(root.dataset.theme).toBe('light');
    system.matches = true;
    system.changed();
    expect(root.dataset.theme).toBe('dark');
    expect(light.media).toBe('(prefers-color-scheme: light)');
  });

  test('is the chosen one, which the next page has, too', async () => {
    (await openPage()).chooseTheme('dark');
    expect(root.dataset.theme).toBe('dark');
    root.dataset = {};
    await openPage();
    expect(root.dataset.theme).toBe('dark');
    system.changed();
    expect(root.dataset.theme).toBe('dark');
  });

  test("also colours the browser's bars", async () => {
    const { chooseTheme } = await openPage();
    chooseTheme('dark');
    expect([light.media, dark.media]).toEqual(['not all', 'all and (min-width: 768px)']);
    chooseTheme('light');
    expect([light.media, dark.media]).toEqual(['all', 'not all']);
    chooseTheme('system');
    expect(light.media).toBe('(prefers-color-scheme: light)');
    expect(dark.media).toBe('(prefers-color-scheme: dark) and (min-width: 768px)');
  });

  test('follows a choice in another tab, also when that tab deletes everything', async () => {
    await openPage();
    stored.set('theme', 'dark');
    listeners.get('storage')?.({ key: 'theme' });
    expect(root.dataset.theme).toBe('dark');
    stored.clear();
    listeners.get('storage')?.({ key: null });
    expect(root.dataset.theme).toBe('light');
  });

  test('is kept for the page if storage is blocked', async () => {
    vi.stubGlobal('localStorage', {
      getItem: () => {
        throw new Error('blocked');
      },
      setItem: () => {
        throw new Error('blocked');
      },
    });
    (await openPage()).chooseTheme('dark');
    expect(root.dataset.theme).toBe('dark');
  });
});
