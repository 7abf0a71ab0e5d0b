import { whenIdle } from '../lib/after-first-paint.ts';
import { onUserLeft } from '../lib/identity/session.ts';
import { queryClient } from '../lib/query-client.ts';
import { picturesCache } from './pictures-cache.ts';
import { watchForUpdates } from './updates.ts';

/**
 * Installs the service worker, which stores the page and the code of all screens, once the first view is idle: it must not
 * compete with the user's own requests. Not in data-saver mode.
 */
export async function installServiceWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const isInstalled = navigator.serviceWorker.controller !== null;
  if (!isInstalled && isDataSaverOn()) return;
  await firstViewIdle();
  try {
    watchForUpdates();
    await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' });
  } catch {
    // Offline, or storage is blocked. Without a worker, the application needs a connection; the next page tries again.
  }
}

// Which pictures were shown reveals what the user has read.
onUserLeft(() => {
  globalThis.caches?.delete(picturesCache).catch(reportError);
});

/** Resolves when the first view has its data and the browser is idle. */
async function firstViewIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await idle();
  while (queryClient.isFetching() > 0) await nextQueryEnd();
  await idle();
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

function nextQueryEnd(): Promise<void> {
  return new Promise((resolve) => {
    const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.state.fetchStatus === 'fetching') return;
      unsubscribe();
      resolve();
    });
  });
}

/** The user's preference, where the browser exposes it: https://wicg.github.io/savedata/#savedata-attribute */
function isDataSaverOn(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches;
}
