import type { RedisTarget } from '../../projections/read-models/redis/redis-url.ts';
import type { Logger } from '../core/logger.ts';
import { createLimits, type Limits } from './limits.ts';

export interface LimitsSettings {
  /** The Redis of the installation; undefined if there is one process. */
  readonly redis: RedisTarget | undefined;
}

const warningIntervalMs = 30_000;

/** Returns at once, and never fails: while Redis does not answer, this process counts alone. */
export async function openLimits({ redis }: LimitsSettings, logger: Pick<Logger, 'warn'>): Promise<Limits> {
  // Loaded on demand: an embedded start needs no client of Redis.
  const counts = redis && (await import('./redis-counts.ts')).openRedisCounts(redis);
  let warnedAtMs = Number.NEGATIVE_INFINITY;
  return createLimits({
    counts,
    onFailure: (error) => {
      if (performance.now() - warnedAtMs < warningIntervalMs) return;
      warnedAtMs = performance.now();
      logger.warn({ err: error }, 'Limits are not shared with the other nodes; each counts them for itself');
    },
  });
}
