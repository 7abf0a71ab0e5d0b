import { whenIdle } from '../lib/after-first-paint.ts';
import { queryClient } from '../lib/query-client.ts';
import { createRetryPause } from '../lib/retry-pause.ts';

/** Leaves connections for the user's own requests: with HTTP/1 a browser opens six. */
const maxConcurrent = 3;
const timeoutMs = 30_000;

/**
 * Prefetches the code of all other screens and dialogs into the browser's cache once the first view is idle, so that they
 * open without a connection. The code is not evaluated, which would take CPU time from the user. Skipped in data-saver mode.
 */
export async function prefetchCode(): Promise<void> {
  if (isDataSaverOn()) return;
  let pending = listedFiles();
  await firstViewIdle();
  const pause = createRetryPause();
  while (pending.length > 0) {
    const batch = pending.slice(0, maxConcurrent);
    const outcomes = await Promise.all(batch.map(fetchFile));
    if (outcomes.includes('gone')) return; // A newer release replaced this one. The next screen to be opened reports that.
    const failed = batch.filter((_, index) => outcomes[index] === 'failed');
    pending = [...failed, ...pending.slice(maxConcurrent)];
    if (failed.length > 0) await pause.afterFailure();
    else pause.reset();
    await idle();
  }
}

/** The files that `vite.config.ts` lists in the page; none under the development server. */
function listedFiles(): readonly string[] {
  const listed: unknown = JSON.parse(document.getElementById('prefetched-code')?.textContent ?? '[]');
  return Array.isArray(listed) ? listed.filter((file) => typeof file === 'string') : [];
}

async function fetchFile(file: string): Promise<'fetched' | 'failed' | 'gone'> {
  try {
    const response = await fetch(file, { priority: 'low', signal: AbortSignal.timeout(timeoutMs) });
    await response.arrayBuffer(); // A response is cached only when its body is read to the end.
    if (response.ok) return 'fetched';
    return response.status === 404 ? 'gone' : 'failed';
  } catch {
    return 'failed';
  }
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

/** Resolves when the first view has its data and the browser is idle. */
async function firstViewIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await idle();
  while (queryClient.isFetching() > 0) await nextQueryEnd();
  await idle();
}

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
