import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';

export interface RateLimit {
  /** Counts a request of a user. @throws HttpError 429 */
  user(request: FastifyRequest): Promise<void>;
  /** Counts a request of an address: before a token is verified, and for whoever has none. @throws HttpError 429 */
  address(request: FastifyRequest): Promise<void>;
}

/** Counts requests in this process. People behind one address share no limit once they are known. */
export async function createRateLimit(app: FastifyInstance, perMinute: number): Promise<RateLimit> {
  await app.register(rateLimit, { global: false });
  const limit = (keyGenerator: (request: FastifyRequest) => string) => {
    const check = app.createRateLimit({
      max: perMinute,
      timeWindow: 60_000,
      keyGenerator,
    });
    return async (request: FastifyRequest) => {
      const counted = await check(request);
      if (!counted.isAllowed && counted.isExceeded) {
        const message = 'That was a lot at once; please wait a moment';
        throw new HttpError(429, 'TOO_MANY_REQUESTS', message, { retryAfter: counted.ttlInSeconds });
      }
    };
  };
  return {
    user: limit(({ user, ip }) => user?.uid ?? ip),
    address: limit(({ ip }) => ip),
  };
}
