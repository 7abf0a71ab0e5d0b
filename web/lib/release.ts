/** Compares the release of this page with the server's. Each build gives its entry script a new name. */

const timeoutMs = 10_000;
const reloadedForKey = 'potluck.reloaded-for';

/** The name of the entry script. */
export const entryOf = (page: Document): string | undefined =>
  page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? undefined;

/** The entry script of the server's page; undefined when the response is missing or not a page of Potluck. */
async function servedEntry(): Promise<string | undefined> {
  try {
    const response = await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) return undefined;
    return entryOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  } catch {
    return undefined;
  }
}

/** `connection`: a retry helps. `release`: only a reload helps. */
export type Obstacle = 'connection' | 'release';

/** Up to Chromium 155, Firefox 153 and Safari 27, browsers cache a failed module fetch until a reload. */
const maxFailuresWithServer = 2;

/** Returns a function to call after each failed import. It finds the cause, and counts failures with a reachable server. */
export function createObstacleFinder(): () => Promise<Obstacle> {
  let failures = 0;
  return async () => {
    const served = await servedEntry();
    if (served === undefined) return 'connection';
    failures++;
    return served !== entryOf(document) || failures >= maxFailuresWithServer ? 'release' : 'connection';
  };
}

/** Claims the one automatic reload of this page's release. False if it was used: a second one would not help. */
export function claimReload(): boolean {
  try {
    const entry = entryOf(document) ?? '';
    if (sessionStorage.getItem(reloadedForKey) === entry) return false;
    sessionStorage.setItem(reloadedForKey, entry);
    return true;
  } catch {
    return false; // Storage is blocked, so reloads cannot be counted.
  }
}
