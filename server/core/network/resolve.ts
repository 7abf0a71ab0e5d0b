import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { limitConcurrency } from '../timing/limit-concurrency.ts';
import { FetchProblem } from './fetch-problem.ts';

export interface Name {
  readonly hostname: string;
  readonly options: LookupOptions;
}

/** All addresses of a name. */
export type Resolve = (name: Name) => Promise<LookupAddress[]>;

/** By the system: `/etc/hosts`, `nsswitch.conf`, and what a container adds. */
const bySystem: Resolve = ({ hostname, options }) => lookup(hostname, { ...options, all: true });

/**
 * A look-up by the system occupies one of the four threads of libuv, which files need, too, and cannot be cancelled: a
 * name whose servers do not answer keeps its thread for a minute. So half of them stay free: docs/adr/0054.
 */
const limits = { maxConcurrent: 2, maxWaiting: 64, overloaded: () => new FetchProblem('BUSY') };
const maxWaitMs = 5_000;

/** The same, of which two run at once. Further calls wait for 5 s. @throws FetchProblem */
export function limitResolve(resolve: Resolve): Resolve {
  const limited = limitConcurrency(resolve, limits);
  return async (name) => {
    const signal = AbortSignal.timeout(maxWaitMs);
    try {
      return await limited(name, signal);
    } catch (error) {
      throw error === signal.reason ? limits.overloaded() : error;
    }
  };
}

/** All clients of the process share its threads. @throws FetchProblem */
export const resolveBySystem: Resolve = limitResolve(bySystem);
