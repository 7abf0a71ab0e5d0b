import { pause } from '../core/timing/pause.ts';

interface ServedTimes {
  /** Between two checks. */
  readonly checkMs: number;
  /** The longest wait for a build. A longer one asks to fetch again when it ends, and one that is stale never ends. */
  readonly maxBuildMs: number;
}

const defaultTimes: ServedTimes = { checkMs: 250, maxBuildMs: 60_000 };

/**
 * Resolves once a fetch gets what there is, and not that it is being built, or when `signal` aborts.
 * @param isServed whether requests are served from all read models; rejects while that cannot be known
 */
export async function untilServed(
  isServed: () => Promise<boolean>,
  signal: AbortSignal,
  { checkMs, maxBuildMs }: ServedTimes = defaultTimes,
): Promise<void> {
  const startedAtMs = performance.now();
  while (!signal.aborted) {
    const served = await isServed().catch(() => 'unknown' as const);
    if (served === true || (served === false && performance.now() - startedAtMs > maxBuildMs)) return;
    await pause(checkMs, signal);
  }
}
