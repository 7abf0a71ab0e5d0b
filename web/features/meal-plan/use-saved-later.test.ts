import { expect, test, vi } from 'vitest';
import { runHooks } from '../../../tests/support/run-hooks.ts';
import { useSavedLater } from './use-saved-later.ts';

test('saves the last of several values a moment later, or at once when the page is closed', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  const save = vi.fn();
  const hooks = await runHooks(() => ({ saveLater: useSavedLater<number>(save) }));
  await vi.waitFor(() => {
    // Effects run after the first rendering.
    hooks.current.saveLater(2);
    hooks.current.saveLater(3);
    page.dispatchEvent(new Event('pagehide'));
    expect(save).toHaveBeenCalled();
  });
  expect(save.mock.calls).toEqual([[3]]);
  hooks.current.saveLater(4);
  hooks.current.saveLater(5);
  await vi.waitFor(() => expect(save.mock.calls).toEqual([[3], [5]]));
});
