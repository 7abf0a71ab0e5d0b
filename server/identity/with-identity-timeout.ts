import { TimedOut, withinTime } from '../core/timing/within-time.ts';
import { IdentityUnavailable } from './identity.ts';

/** Adds a time-out to a promise. @throws IdentityUnavailable with `message` after `timeoutMs` */
export async function withIdentityTimeout<T>(timeoutMs: number, message: string, answer: Promise<T>): Promise<T> {
  try {
    return await withinTime(answer, timeoutMs);
  } catch (error) {
    throw error instanceof TimedOut ? new IdentityUnavailable(message, { cause: error }) : error;
  }
}
