import { until } from './until.ts';

/** Waits for the next second: the identity service dates sessions and their ends in whole seconds. */
export async function nextSecond(): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await until(() => Math.floor(Date.now() / 1000) > now, 2_000);
}
