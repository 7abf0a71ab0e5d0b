import { pause } from '../core/timing/pause.ts';
import type { Check } from '../http/features/service/health.ts';

export interface Announcement {
  /** To open in a browser. */
  readonly address: string;
  /** That it listens on. */
  readonly host: string;
  /** What must be ready. */
  readonly checks: readonly Check[];
  readonly logger: {
    info(details: object, message: string): void;
    warn(details: object, message: string): void;
  };
  readonly print: (line: string) => void;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

const lookEveryMs = 250;
/** A part that is ready within this time is not worth a warning. */
const graceMs = 2_000;

/** Says that Potluck is ready once it is; and before that, where it takes longer, what it waits for. */
export async function announceReady({ address, host, checks, logger, print, signal }: Announcement): Promise<void> {
  const began = performance.now();
  let isWarned = false;
  for (let awaited = await notReady(checks); awaited.length > 0; awaited = await notReady(checks)) {
    if (!isWarned && performance.now() - began > graceMs && !signal.aborted) {
      isWarned = true;
      logger.warn(
        { address, awaited },
        'Potluck answers requests, but is not ready: /health/ready shows how far it is',
      );
    }
    await pause(lookEveryMs, signal);
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
