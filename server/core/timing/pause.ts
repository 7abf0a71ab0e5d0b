import { setTimeout as sleep } from 'node:timers/promises';

/** Waits; cut short, without an error, by `signal`. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {});
}
