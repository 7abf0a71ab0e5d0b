import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../../network/subscriber.ts';
import { HttpError } from '../errors.ts';

/** Counts a request of somebody. @throws HttpError 429 */
export type Count = (who: string) => void;

export interface RateLimit {
  /** By uid: people behind one address share no limit once they are known. */
  readonly user: Count;
  /** By address, or by network where one person has many: before a token is verified, and for whoever has none. */
  readonly address: Count;
}

/** How many are remembered: those who asked last. Whoever is forgotten begins anew. */
const remembered = 5_000;

/**
 * Counts requests in this process. Somebody may send `perMinute` at once, and goes on at that rate. The answer is given
 * without a promise: every request asks, and a promise would cost a twentieth of a read.
 */
export function createRateLimit(perMinute: number): RateLimit {
  const subscriber = counting(perMinute);
  return { user: counting(perMinute), address: (address) => subscriber(subscriberOf(address)) };
}

function counting(perMinute: number): Count {
  const buckets = new LRUCache<string, TokenBucket>({ max: remembered });
  return (who) => {
    let bucket = buckets.get(who);
    if (bucket === undefined) {
      bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' });
      // The library's buckets begin empty.
      bucket.content = perMinute;
      buckets.set(who, bucket);
    }
    if (bucket.tryRemoveTokens(1)) return;
    throw new HttpError(429, 'TOO_MANY_REQUESTS', 'That was a lot at once; please wait a moment', {
      retryAfter: Math.ceil(bucket.getWaitTime(1) / 1000),
    });
  };
}
