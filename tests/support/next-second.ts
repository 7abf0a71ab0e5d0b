import { until } from './until.ts';

/** Waits for the next second: the identity service records the start and end of a session in whole seconds. */
export async function nextSecond(): Promise<void> {
  const nowSeconds = Math.floor(Date.now() / 1000);
  await until(() => Math.floor(Date.now() / 1000) > nowSeconds, 2_000);
}
