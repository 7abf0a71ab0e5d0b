import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../../../core/network/subscriber.ts';
import { HttpError } from '../../responses/errors.ts';

/**
 * Wrong codes per hour, counted in this process. At the rate of all, it takes thousands of years to guess one of ten
 * thousand open invitations.
 */
const perHour = { user: 20, address: 60, all: 2_000 };

const maxBuckets = 5_000;

export interface GuessLimit {
  /**
   * Looks up a code. Only a wrong one counts; while the look-up runs, it counts in any case.
   * @throws HttpError 429
   */
  lookUp<Found>(uid: string, address: string, find: () => Promise<Found | undefined>): Promise<Found | undefined>;
}

export const tooManyCodes = (waitMs = 0): HttpError =>
  new HttpError(429, 'TOO_MANY_WRONG_CODES', 'Too many wrong codes; please wait a few minutes, or ask for a link', {
    retryAfter: Math.ceil(waitMs / 1000),
  });

export function createGuessLimit(): GuessLimit {
  const users = bucketsOf(perHour.user);
  const addresses = bucketsOf(perHour.address);
  const all = newBucket(perHour.all);
  return {
    async lookUp(uid, address, find) {
      const buckets = [users(uid), addresses(subscriberOf(address)), all];
      const waitMs = Math.max(...buckets.map((bucket) => bucket.getWaitTime(1)));
      if (waitMs > 0) throw tooManyCodes(waitMs);
      for (const bucket of buckets) bucket.tryRemoveTokens(1);
      let found: Awaited<ReturnType<typeof find>>;
      try {
        found = await find();
      } catch (error) {
        giveBack(buckets);
        throw error;
      }
      if (found !== undefined) giveBack(buckets);
      return found;
    },
  };
}

function giveBack(buckets: readonly TokenBucket[]): void {
  for (const bucket of buckets) bucket.content = Math.min(bucket.bucketSize, bucket.content + 1);
}

function bucketsOf(size: number): (key: string) => TokenBucket {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });
  return (key) => {
    const bucket = buckets.get(key) ?? newBucket(size);
    buckets.set(key, bucket);
    return bucket;
  };
}

function newBucket(size: number): TokenBucket {
  const bucket = new TokenBucket({ bucketSize: size, tokensPerInterval: size, interval: 'hour' });
  // The library creates empty buckets.
  bucket.content = size;
  return bucket;
}
