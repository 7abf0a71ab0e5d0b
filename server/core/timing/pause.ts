import { setTimeout as sleep } from 'node:timers/promises';

/** Waits. Resolves early, without an error, when `signal` aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
