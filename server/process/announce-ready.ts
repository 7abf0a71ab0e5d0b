import type { Logger } from '../core/logger.ts';
import { pause } from '../core/timing/pause.ts';
import type { Check } from '../http/features/service/health.ts';

export interface Announcement {
  /** URL to open in a browser. */
  readonly address: string;
  /** The host that the server listens on. */
  readonly host: string;
  /** The parts that must be ready. */
  readonly checks: readonly Check[];
  readonly logger: Pick<Logger, 'info' | 'warn'>;
  readonly print: (line: string) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

const pollIntervalMs = 250;
/** A longer wait is logged. */
const warnAfterMs = 2_000;

/** Waits until Potluck is ready, then announces it. If that takes long, logs once which parts it waits for. */
export async function announceReady({ address, host, checks, logger, print, signal }: Announcement): Promise<void> {
  const startedAt = performance.now();
  let isWarned = false;
  for (let awaited = await notReady(checks); awaited.length > 0; awaited = await notReady(checks)) {
    if (!isWarned && performance.now() - startedAt > warnAfterMs && !signal.aborted) {
      isWarned = true;
      logger.warn(
        { address, awaited },
        'Potluck answers requests, but is not ready: /health/ready shows how far it is',
      );
    }
    await pause(pollIntervalMs, signal);
    if (signal.aborted) return;
  }
  if (signal.aborted) return;
  logger.info({ address, host }, 'Potluck is ready');
  print(`Potluck is ready: open ${address}\n`);
}

/** Names of the parts that are not ready. */
async function notReady(checks: readonly Check[]): Promise<string[]> {
  const isReady = async ({ run }: Check): Promise<boolean> => (await run()).ready;
  const outcomes = await Promise.all(checks.map((check) => isReady(check).catch(() => false)));
  return checks.filter((_, n) => !outcomes[n]).map(({ name }) => name);
}
