/** When a page was tapped and when it painted a change, by the clock that all pages of the machine share. */
import type { Page } from 'playwright-core';

declare global {
  interface Window {
    /** Resolve to times in ms since the epoch. */
    tapped: Promise<number>;
    painted: Promise<number>;
  }
}

/** Taps an item on one page. Resolves to the ms until another one has painted that it is checked or not any more. */
export async function tapUntilPainted(from: Page, to: Page, itemId: string): Promise<number> {
  await to.evaluate(watchRow, itemId);
  await from.evaluate(watchTap);
  await from.locator(`[data-item-row="${itemId}"] label`).tap();
  const painted = await to.evaluate(() => window.painted);
  return painted - (await from.evaluate(() => window.tapped));
}

const watchTap = (): void => {
  window.tapped = new Promise((resolve) => {
    const tapped = ({ timeStamp }: Event) => resolve(performance.timeOrigin + timeStamp);
    addEventListener('pointerup', tapped, { capture: true, once: true });
  });
};

const watchRow = (itemId: string): void => {
  const isChecked = () => document.querySelector<HTMLInputElement>(`[data-item-row="${itemId}"] input`)?.checked;
  const before = isChecked();
  window.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (isChecked() === before) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        // The next task runs after the frame.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.timeOrigin + performance.now());
        port2.postMessage(undefined);
      });
    });
    observer.observe(document, { attributes: true, childList: true, subtree: true });
  });
};

/** Resolves when the page has painted what the selector finds, with the ms since the navigation. */
export const paintedMs = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (searched) =>
      new Promise<number>((resolve) => {
        const check = () => {
          if (document.querySelector(searched) === null) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(undefined);
          });
        };
        const observer = new MutationObserver(check);
        observer.observe(document, { childList: true, subtree: true });
        check();
      }),
    selector,
  );
