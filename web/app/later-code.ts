import { whenIdle } from '../lib/after-first-paint.ts';
import { untilNextAttempt } from '../lib/attempts.ts';
import { queryClient } from '../lib/query-client.ts';

/** Leaves connections for what the user asks for meanwhile: with HTTP/1 a browser has six. */
const atATime = 3;
const timeoutMs = 30_000;

/**
 * Fetches the code of all other screens and dialogs into the browser's cache once the first view is at rest, so that they
 * open without a connection. It is not run: that would take the processor from the user. Not where data is to be saved.
 */
export async function fetchLaterCode(): Promise<void> {
  if (savesData()) return;
  let left = laterCode();
  await firstViewAtRest();
  for (let failures = 0; left.length > 0; ) {
    const batch = left.slice(0, atATime);
    const outcomes = await Promise.all(batch.map(fetchFile));
    if (outcomes.includes('gone')) return; // Of a release that was replaced. The screen that is opened next says so.
    const away = batch.filter((_, index) => outcomes[index] === 'away');
    left = [...away, ...left.slice(atATime)];
    if (away.length > 0) await untilNextAttempt(++failures);
    else failures = 0;
    await idle();
  }
}

/** As `vite.config.ts` lists it in the page; nothing under the development server. */
function laterCode(): readonly string[] {
  const listed: unknown = JSON.parse(document.getElementById('later-code')?.textContent ?? '[]');
  return Array.isArray(listed) ? listed.filter((file) => typeof file === 'string') : [];
}

async function fetchFile(file: string): Promise<'there' | 'away' | 'gone'> {
  try {
    const answer = await fetch(file, { priority: 'low', signal: AbortSignal.timeout(timeoutMs) });
    await answer.arrayBuffer(); // Only what was read to the end is cached.
    if (answer.ok) return 'there';
    return answer.status === 404 ? 'gone' : 'away';
  } catch {
    return 'away';
  }
}

const idle = () => new Promise<void>((resolve) => whenIdle(resolve));

/** When what is shown first has its data, and the browser a moment. */
async function firstViewAtRest(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => window.addEventListener('load', resolve, { once: true }));
  await idle();
  while (queryClient.isFetching() > 0) await oneQueryEnds();
  await idle();
}

function oneQueryEnds(): Promise<void> {
  return new Promise((resolve) => {
    const stop = queryClient.getQueryCache().subscribe(({ query }) => {
      if (query.state.fetchStatus === 'fetching') return;
      stop();
      resolve();
    });
  });
}

/** The user's wish, as far as the browser says: https://wicg.github.io/savedata/#savedata-attribute */
function savesData(): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  const saves = typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true;
  return saves || matchMedia('(prefers-reduced-data: reduce)').matches;
}
