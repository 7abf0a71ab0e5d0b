import { tooManyRequests } from './rate-limit.ts';

/** Runs the work, unless too much work of the same user is running. @throws HttpError 429 */
export type RunWithinLimit = <Result>(uid: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds the concurrent work of each user, so that one user cannot take all of a concurrency limit that all users share.
 * Work counts until it has ended, and not only until the connection has: a client that repeats cancelled requests gets
 * no more of it.
 */
export function limitPerUser(maxConcurrent: number): RunWithinLimit {
  const running = new Map<string, number>();
  return async (uid, work) => {
    const others = running.get(uid) ?? 0;
    if (others >= maxConcurrent) throw tooManyRequests(1_000);
    running.set(uid, others + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(uid) ?? 1) - 1;
      if (left > 0) running.set(uid, left);
      else running.delete(uid);
    }
  };
}
