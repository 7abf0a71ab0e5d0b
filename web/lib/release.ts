/** The release of the client that this page is from, and the one that the server has: each build names its entry script anew. */

const timeoutMs = 10_000;
const reloadedForKey = 'potluck.reloaded-for';

const entryOf = (page: Document): string | undefined =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** Undefined where the server, or whatever answers in its place, has no page of Potluck's. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const answer = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (!answer.ok) return undefined;
    return entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html'));
  } catch {
    return undefined;
  }
}

/** `connection`: trying again helps. `release`: only a reload does. */
export type Obstacle = 'connection' | 'release';

/** Before Chromium 156, Firefox 154 and the Safari after 27, a module that could not be fetched stays so until a reload. */
const failuresWithServer = 2;

/** Finds out why code cannot be imported; called after each failure, it counts those that the server is not the reason of. */
export function obstacleFinder(): () => Promise<Obstacle> {
  let failures = 0;
  return async () => {
    const served = await servedEntry();
    if (served === undefined) return 'connection';
    failures++;
    return served !== entryOf(document) || failures >= failuresWithServer ? 'release' : 'connection';
  };
}

/** Whether a reload by itself has not been tried yet for this page's release: a second one would not help either. */
export function claimReload(): boolean {
  try {
    const entry = entryOf(document) ?? '';
    if (sessionStorage.getItem(reloadedForKey) === entry) return false;
    sessionStorage.setItem(reloadedForKey, entry);
    return true;
  } catch {
    return false; // Storage is blocked: reloads could not be counted.
  }
}
