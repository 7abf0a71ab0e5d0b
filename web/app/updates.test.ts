/** A newer release waits until a reload of this hidden tab loses nothing. */
import { beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../tests/support/signed-in-page.ts';

const kept = vi.hoisted(() => ({ unstored: 0, asks: false }));
vi.mock('../lib/sync/refused-changes.ts', () => ({ unstoredCount: () => kept.unstored }));
vi.mock('../lib/use-ask-before-leaving.ts', () => ({ asksBeforeLeaving: () => kept.asks }));

beforeEach(() => {
  stubBrowser();
  Object.assign(kept, { unstored: 0, asks: false });
});

async function openHiddenTab() {
  const field = { value: '' };
  const shown = { dialog: false, fields: [field] };
  const page = Object.assign(new EventTarget(), {
    hidden: true,
    querySelector: () => (shown.dialog ? {} : null),
    querySelectorAll: () => shown.fields,
  });
  vi.stubGlobal('document', page);
  const activate = vi.fn();
  const registration = Object.assign(new EventTarget(), { waiting: { postMessage: activate } });
  const serviceWorker = Object.assign(new EventTarget(), { controller: {}, ready: Promise.resolve(registration) });
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker });
  vi.resetModules();
  const { watchForUpdates } = await import('./updates.ts');
  const type = (value: string) => {
    field.value = value;
    page.dispatchEvent(Object.defineProperty(new Event('input'), 'target', { value: field }));
  };
  const check = () => page.dispatchEvent(new Event('visibilitychange'));
  return { watchForUpdates, activate, shown, type, check };
}

type Tab = Awaited<ReturnType<typeof openHiddenTab>>;

test.each<[string, (tab: Tab, isThere: boolean) => void]>([
  [
    'a change that the browser cannot store',
    (_, isThere) => {
      kept.unstored = isThere ? 1 : 0;
    },
  ],
  [
    'what the page asks about before it closes',
    (_, isThere) => {
      kept.asks = isThere;
    },
  ],
  [
    'an open dialog',
    ({ shown }, isThere) => {
      shown.dialog = isThere;
    },
  ],
  ['typed text', ({ type }, isThere) => type(isThere ? 'Noa' : '')],
])('waits for %s', async (_, set) => {
  const tab = await openHiddenTab();
  set(tab, true);
  tab.watchForUpdates();
  tab.check();
  for (let tasks = 0; tasks < 5; tasks++) await new Promise(setImmediate);
  expect(tab.activate).not.toHaveBeenCalled();
  set(tab, false);
  tab.check();
  await vi.waitFor(() => expect(tab.activate).toHaveBeenCalledWith({ type: 'SKIP_WAITING' }));
});
