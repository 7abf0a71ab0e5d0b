import { subscriberOf } from '../../../core/network/subscriber.ts';
import type { Limit, Limits } from '../../../limits/limits.ts';
import { HttpError } from '../../responses/errors.ts';

/**
 * Wrong codes per hour. At the rate of all, it takes thousands of years to guess one of ten thousand open invitations.
 */
const perHour = { user: 20, address: 60, all: 2_000 };
const hourMs = 60 * 60_000;

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

export function createGuessLimit(limits: Limits): GuessLimit {
  const open = (name: string, max: number): Limit =>
    // Each code takes some 50 ms to hash, so that other nodes know of most before the next one.
    limits.open(name, { max, periodMs: hourMs, refill: 'evenly', maxUnsettled: max / 10 });
  const users = open('wrong-codes-of-user', perHour.user);
  const addresses = open('wrong-codes-of-address', perHour.address);
  const all = open('wrong-codes', perHour.all);
  return {
    async lookUp(uid, address, find) {
      const counted: readonly (readonly [Limit, subject: string])[] = [
        [users, uid],
        [addresses, subscriberOf(address)],
        [all, 'all'],
      ];
      const waitMs = Math.max(...counted.map(([limit, subject]) => limit.waitMs(subject)));
      if (waitMs > 0) throw tooManyCodes(waitMs);
      for (const [limit, subject] of counted) limit.take(subject);
      let isWrong = false;
      try {
        const found = await find();
        isWrong = found === undefined;
        return found;
      } finally {
        if (!isWrong) for (const [limit, subject] of counted) limit.giveBack(subject);
      }
    },
  };
}
