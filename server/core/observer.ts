/**
 * What the parts of the program report about their work while it runs, for metrics, traces and the program's log.
 * Durations are in ms; `startedAt` is a time of `performance.now()`.
 */
import type { NewEvent } from './event-log.ts';

/** Observers are called synchronously, must not throw, and must not keep the objects that they receive. */
export interface Observer {
  responded?(response: SentResponse): void;
  appended?(append: ObservedAppend): void;
  /** A command's append lost against another writer. It is retried, or abandoned after the last attempt. */
  lostRace?(then: 'retried' | 'abandoned'): void;
  /** A projection committed a batch. */
  applied?(batch: AppliedBatch): void;
}

export interface SentResponse {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, such as `/api/posts/:postId`; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
}

/**
 * - `recorded`: the events are in the log
 * - `conflict`: another writer was faster
 * - `failed`: the log could not be used, or refused the events
 */
export type AppendOutcome = 'recorded' | 'conflict' | 'failed';

export interface ObservedAppend {
  readonly stream: string;
  readonly events: readonly NewEvent[];
  readonly outcome: AppendOutcome;
  readonly startedAt: number;
  readonly ms: number;
}

export interface AppliedBatch {
  readonly projection: string;
  readonly events: readonly unknown[];
}

/** Reports to all of them; undefined if there is none. */
export function combineObservers(observers: readonly (Observer | undefined)[]): Observer | undefined {
  const all = observers.filter((one) => one !== undefined);
  if (all.length <= 1) return all[0];
  return {
    responded: (response) => all.forEach((one) => void one.responded?.(response)),
    appended: (append) => all.forEach((one) => void one.appended?.(append)),
    lostRace: (then) => all.forEach((one) => void one.lostRace?.(then)),
    applied: (batch) => all.forEach((one) => void one.applied?.(batch)),
  };
}
