import { tooManyRequests } from './rate-limit.ts';

/** Runs the work, unless too much of the same user is under way. @throws HttpError 429 */
export type OneOfFew = <Result>(uid: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Bounds what each user has under way, for work whose places are few and shared by all. It counts until the work has
 * ended, and not only until the connection has: a client that repeats cancelled requests gets no more places.
 */
export function createOneOfFew(maxAtOnce: number): OneOfFew {
  const underWay = new Map<string, number>();
  return async (uid, work) => {
    const others = underWay.get(uid) ?? 0;
    if (others >= maxAtOnce) throw tooManyRequests(1_000);
    underWay.set(uid, others + 1);
    try {
      return await work();
    } finally {
      const left = (underWay.get(uid) ?? 1) - 1;
      if (left > 0) underWay.set(uid, left);
      else underWay.delete(uid);
    }
  };
}
