import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../../core/network/subscriber.ts';
import { HttpError } from '../answers/errors.ts';

/** Counts a request, or one that is worth as much as several: half a minute's at most. @throws HttpError 429 */
export type Count = (who: string, requests?: number) => void;

export interface RateLimit {
  /** By uid: people behind one address share no limit once they are known. */
  readonly user: Count;
  /** By address, or by network where one person has many: before a token is verified, and for whoever has none. */
  readonly address: Count;
}

/** By uid: what goes on to everybody, besides the limit on all requests. */
export interface PublishLimit {
  /** Posts, comments, recipes, playlists, names and pictures, and their revisions: each is pushed as a card. */
  readonly publishing: Count;
  /** Likes: each is pushed as a number. */
  readonly liking: Count;
}

/** A like costs everybody a tenth of a post's push, and nobody has to write anything for it. */
const likesPerPublication = 5;

/** How many are remembered: those who asked last. Whoever is forgotten begins anew. */
const remembered = 5_000;

/**
 * Counts requests in this process. Somebody may send `perMinute` at once, and goes on at that rate. The answer is given
 * without a promise: every request asks, and a promise would cost a twentieth of a read.
 */
export function createRateLimit(perMinute: number): RateLimit {
  const subscriber = counting(perMinute, tooManyRequests);
  return { user: counting(perMinute, tooManyRequests), address: (address) => subscriber(subscriberOf(address)) };
}

/** A user may publish `perMinute` at once, then at that rate. Counted by each process, as `createRateLimit` counts. */
export function createPublishLimit(perMinute: number): PublishLimit {
  const tooMuch = refusal('PUBLISHING_TOO_FAST', publishingTooFast);
  return { publishing: counting(perMinute, tooMuch), liking: counting(perMinute * likesPerPublication, tooMuch) };
}

export const publishingTooFast = 'You have published a lot in a short time; please wait a moment and send it again';

/** @param ms until it may be tried again */
type RefusalAfter = (ms: number) => HttpError;

const refusal =
  (code: string, message: string): RefusalAfter =>
  (ms) =>
    new HttpError(429, code, message, { retryAfter: Math.ceil(ms / 1000) });

export const tooManyRequests = refusal('TOO_MANY_REQUESTS', 'That was a lot at once; please wait a moment');

function counting(perMinute: number, refusalAfter: RefusalAfter): Count {
  const buckets = new LRUCache<string, TokenBucket>({ max: remembered });
  const most = Math.ceil(perMinute / 2);
  return (who, requests = 1) => {
    let bucket = buckets.get(who);
    if (bucket === undefined) {
      bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' });
      // The library's buckets begin empty.
      bucket.content = perMinute;
      buckets.set(who, bucket);
    }
    const count = Math.min(requests, most);
    if (bucket.tryRemoveTokens(count)) return;
    throw refusalAfter(bucket.getWaitTime(count));
  };
}
