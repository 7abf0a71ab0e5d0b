import { until } from './until.ts';

/** The identity service dates sessions, and what ends them, by the second: two of one second look the same. */
export async function nextSecond(): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await until(() => Math.floor(Date.now() / 1000) > now, 2_000);
}
