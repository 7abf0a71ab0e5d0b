import { moderationLimits } from '../../core/contracts/limits.ts';
import { subscriberOf } from '../../core/network/subscriber.ts';
import type { Limits } from '../../limits/limits.ts';
import { HttpError } from '../responses/errors.ts';

/**
 * Counts a request. A large one counts as several, but never as more than half of what is allowed in a period.
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
  /** Uploads of pictures: each takes up to a second of a processor. */
  readonly uploading: Count;
  /** Pictures that are fetched from other sites: each takes as long as an upload. */
  readonly fetchingPictures: Count;
  /** Calls that hash the code of an invitation: each occupies a thread for some 50 ms. */
  readonly invitationCodes: Count;
  /** Reports: each takes the time of moderators. */
  readonly reporting: Count;
}

/** Pushing a like costs a tenth of pushing a post, and users like faster than they write. */
const likesPerPublication = 5;
/** People type a few codes in a minute. Above the limit on wrong codes per hour, so that those get that message. */
const invitationCodesPerMinute = 30;

/** A burst of six posts with ten photos each. */
const uploadsPerHour = 60;
/** Enough to bring a collection of recipes along in a few hours. */
const picturesFetchedPerHour = 200;

const minuteMs = 60_000;

/**
 * A client may burst `perMinute` requests, then send at that rate. Synchronous: every request is counted, and a promise
 * would add 5 % to the time of a GET.
 */
export function createRateLimit(limits: Limits, perMinute: number): RateLimit {
  const create = createCounts(limits);
  const countSubscriber = create('address', perMinute, tooManyRequests);
  return {
    user: create('user', perMinute, tooManyRequests),
    address: (address, requests) => countSubscriber(subscriberOf(address), requests),
  };
}

/** For calls that are not limited. */
export const noRateLimit: RateLimit = { user: () => {}, address: () => {} };

/**
 * A user may burst as many calls as are allowed in a minute, or of uploads in an hour, then make them at that rate.
 * @param publicationsPerMinute per user
 */
export function createOperationLimits(limits: Limits, publicationsPerMinute: number): OperationLimits {
  const create = createCounts(limits);
  return {
    publishing: create('publishing', publicationsPerMinute, publishingTooFast),
    liking: create('liking', publicationsPerMinute * likesPerPublication, publishingTooFast),
    uploading: create('uploading', uploadsPerHour, uploadingTooFast, 60 * minuteMs),
    fetchingPictures: create('fetching-pictures', picturesFetchedPerHour, fetchingTooFast, 60 * minuteMs),
    invitationCodes: create('invitation-codes', invitationCodesPerMinute, tooManyInvitationCodes),
    reporting: create('reporting', moderationLimits.perHour, reportingTooFast, 60 * minuteMs),
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
const uploadingTooFast = refusal(
  'UPLOADING_TOO_FAST',
  'You have uploaded a lot of photos within an hour; please try again later',
);
export const fetchingTooFast = refusal(
  'FETCHING_TOO_FAST',
  'You have added a lot of pictures from other sites within an hour; please try again later, or upload them',
);
const tooManyInvitationCodes = refusal(
  'TOO_MANY_INVITATION_CODES',
  'You have used a lot of invitations in a short time; please wait a moment and try again',
);

const reportingTooFast = refusal(
  'REPORTING_TOO_FAST',
  'You have reported a lot within an hour; please try again later',
);

/** The response to a call over the limit of its operation, by the name of the limit. */
export const refusalsOverLimit: Readonly<Record<keyof OperationLimits, RefusalAfter>> = {
  publishing: publishingTooFast,
  liking: publishingTooFast,
  uploading: uploadingTooFast,
  fetchingPictures: fetchingTooFast,
  invitationCodes: tooManyInvitationCodes,
  reporting: reportingTooFast,
};

const createCounts =
  (limits: Limits) =>
  (name: string, max: number, refusalAfter: RefusalAfter, periodMs = minuteMs): Count => {
    const maxPerRequest = Math.ceil(max / 2);
    const limit = limits.open(name, {
      max,
      periodMs,
      refill: 'evenly',
      // A burst of hundreds is granted before the answer of the other nodes, and so is the largest request.
      maxUnsettled: maxPerRequest + 1,
    });
    return (key, requests = 1) => {
      const waitMs = limit.take(key, Math.min(requests, maxPerRequest));
      if (waitMs > 0) throw refusalAfter(waitMs);
    };
  };
