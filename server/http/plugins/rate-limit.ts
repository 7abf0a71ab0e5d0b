import { TokenBucket } from 'limiter';
import { LRUCache } from 'lru-cache';
import { subscriberOf } from '../../core/network/subscriber.ts';
import { HttpError } from '../responses/errors.ts';

/**
 * Counts a request. A large one counts as several, but never as more than half of a minute's limit.
 * @throws HttpError 429
 */
export type Count = (key: string, requests?: number) => void;

export interface RateLimit {
  /** By uid, so that users behind one address do not share a limit once they are identified. */
  readonly user: Count;
  /** By address, or by network if a subscriber has many addresses: before a token is verified, and for visitors. */
  readonly address: Count;
}

/** Limits by uid on costly calls, in addition to the limit on all requests. An operation declares which one counts it. */
export interface OperationLimits {
  /** Posts, comments, recipes, playlists, names and pictures, and their revisions: each is pushed to all as a card. */
  readonly publishing: Count;
  /** Likes: each is pushed to all as a number. */
  readonly liking: Count;
  /** Calls that hash the code of an invitation: each occupies a thread for some 50 ms. */
  readonly invitationCodes: Count;
}

/** Pushing a like costs a tenth of pushing a post, and users like faster than they write. */
const likesPerPublication = 5;
/** People type a few codes in a minute. Above the limit on wrong codes per hour, so that those get that message. */
const invitationCodesPerMinute = 30;

/** The least recently used buckets are evicted. A client without a bucket starts with a full one. */
const maxBuckets = 5_000;

/**
 * Counts requests in this process. A client may burst `perMinute` requests, then send at that rate. Synchronous: every
 * request is counted, and a promise would add 5 % to the time of a GET.
 */
export function createRateLimit(perMinute: number): RateLimit {
  const countSubscriber = createCount(perMinute, tooManyRequests);
  return {
    user: createCount(perMinute, tooManyRequests),
    address: (address) => countSubscriber(subscriberOf(address)),
  };
}

/**
 * A user may burst as many calls as are allowed per minute, then make them at that rate. Counted in this process.
 * @param publicationsPerMinute per user
 */
export function createOperationLimits(publicationsPerMinute: number): OperationLimits {
  return {
    publishing: createCount(publicationsPerMinute, publishingTooFast),
    liking: createCount(publicationsPerMinute * likesPerPublication, publishingTooFast),
    invitationCodes: createCount(invitationCodesPerMinute, tooManyInvitationCodes),
  };
}

/** @param waitMs until a retry may succeed */
type RefusalAfter = (waitMs: number) => HttpError;

const refusal =
  (code: string, message: string): RefusalAfter =>
  (waitMs) =>
    new HttpError(429, code, message, { retryAfter: Math.ceil(waitMs / 1000) });

export const tooManyRequests = refusal('TOO_MANY_REQUESTS', 'Too many requests; please wait a moment');
const publishingTooFast = refusal(
  'PUBLISHING_TOO_FAST',
  'You have published a lot in a short time; please wait a moment and send it again',
);
const tooManyInvitationCodes = refusal(
  'TOO_MANY_INVITATION_CODES',
  'You have used a lot of invitations in a short time; please wait a moment and try again',
);

/** The response to a call over the limit of its operation, by the name of the limit. */
export const refusalsOverLimit: Readonly<Record<keyof OperationLimits, RefusalAfter>> = {
  publishing: publishingTooFast,
  liking: publishingTooFast,
  invitationCodes: tooManyInvitationCodes,
};

function createCount(perMinute: number, refusalAfter: RefusalAfter): Count {
  const buckets = new LRUCache<string, TokenBucket>({ max: maxBuckets });
  const maxPerRequest = Math.ceil(perMinute / 2);
  return (key, requests = 1) => {
    let bucket = buckets.get(key);
    if (bucket === undefined) {
      bucket = new TokenBucket({ bucketSize: perMinute, tokensPerInterval: perMinute, interval: 'minute' });
      // The library creates empty buckets.
      bucket.content = perMinute;
      buckets.set(key, bucket);
    }
    const count = Math.min(requests, maxPerRequest);
    if (bucket.tryRemoveTokens(count)) return;
    throw refusalAfter(bucket.getWaitTime(count));
  };
}
