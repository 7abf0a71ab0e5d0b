import { TimedOut, withTimeout } from '../core/timing/with-timeout.ts';
import { IdentityUnavailable } from './identity.ts';

/** Adds a time-out to a promise. @throws IdentityUnavailable with `message` after `timeoutMs` */
export async function withIdentityTimeout<T>(timeoutMs: number, message: string, promise: Promise<T>): Promise<T> {
  try {
    return await withTimeout(promise, timeoutMs);
  } catch (error) {
    throw error instanceof TimedOut ? new IdentityUnavailable(message, { cause: error }) : error;
  }
}
