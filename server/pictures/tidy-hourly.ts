import { setTimeout as wait } from 'node:timers/promises';
import type { Logger } from '../core/logger.ts';

/** After a start, which needs the processor itself. */
const firstAfterMs = 60_000;
const intervalMs = 60 * 60_000;

/** Runs these steps every hour. A failure is logged, and the next hour is another attempt. Resolves when `signal` aborts. */
export async function tidyHourly(
  steps: readonly (() => Promise<void>)[],
  { signal, logger }: { readonly signal: AbortSignal; readonly logger: Pick<Logger, 'warn'> },
): Promise<void> {
  for (let pauseMs = firstAfterMs; ; pauseMs = intervalMs) {
    try {
      await wait(pauseMs, undefined, { signal, ref: false });
    } catch {
      return;
    }
    for (const step of steps) {
      await step().catch((error: unknown) => {
        if (!signal.aborted) logger.warn({ reason: String(error) }, 'The store of photos could not be tidied up');
      });
    }
  }
}
