/**
 * What the parts of the program report about their work while it runs, for metrics, traces and the program's log.
 * Durations are in ms; `startedAt` is a time of `performance.now()`.
 */
import type { EventMetadata, NewEvent } from './event-log.ts';

/** Observers are called synchronously, must not throw, and must not keep the objects that they receive. */
export interface Observer {
  responded?(response: SentResponse): void;
  /** A command of a request has ended. */
  handled?(command: HandledCommand): void;
  appended?(append: ObservedAppend): void;
  /** A command's append lost against another writer. It is retried, or abandoned after the last attempt. */
  lostRace?(then: 'retried' | 'abandoned'): void;
  /** A projection committed a batch, which it began to fold at `startedAt`. */
  applied?(batch: AppliedBatch, startedAt: number): void;
  /** Live messages were passed on to the browsers of this process. */
  pushed?(push: ObservedPush): void;
}

export interface SentResponse {
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, such as `/api/posts/:postId`; undefined if no route matched. */
  readonly route: string | undefined;
  readonly status: number;
  readonly ms: number;
  /** The header of this name, unverified. */
  readonly traceparent: string | undefined;
}

export interface HandledCommand {
  readonly cause: Cause;
  /** Of its stream. */
  readonly category: string;
  /** Its type, such as `PublishPost`. */
  readonly command: string;
  /** `refused`: by the business rules; `failed`: anything else. */
  readonly outcome: 'accepted' | 'refused' | 'failed';
  readonly startedAt: number;
  readonly ms: number;
}

/**
 * - `recorded`: the events are in the log
 * - `conflict`: another writer was faster
 * - `failed`: the log could not be used, or refused the events
 */
export type AppendOutcome = 'recorded' | 'conflict' | 'failed';

export interface ObservedAppend {
  /** Of the stream. */
  readonly category: string;
  readonly events: readonly NewEvent[];
  readonly outcome: AppendOutcome;
  readonly startedAt: number;
  readonly ms: number;
}

export interface AppliedBatch {
  readonly projection: string;
  /** The checkpoint that was committed. */
  readonly position: bigint;
  readonly events: readonly (CausedEvent & { readonly meta: { readonly at: string } })[];
}

export interface ObservedPush {
  readonly origin: Origin;
  readonly messages: number;
  readonly startedAt: number;
  readonly ms: number;
}

/** What live messages are about: a batch of a projection, of which a push may reach browsers of other processes. */
export interface Origin {
  readonly projection: string;
  readonly causes: readonly Cause[];
}

/** The request and the command that caused an event. */
export type Cause = Pick<EventMetadata, 'correlationId' | 'commandId'>;

interface CausedEvent {
  readonly meta: Partial<Cause>;
}

/** A batch of a rebuild has thousands. */
const maxCauses = 64;

/** The commands that caused these events, each once and in order: at most 64. */
export function causesOf(events: readonly CausedEvent[]): Cause[] {
  const causes = new Map<string, Cause>();
  for (const { meta } of events) {
    const { correlationId, commandId } = meta;
    if (correlationId === undefined || commandId === undefined) continue;
    causes.set(`${correlationId} ${commandId}`, { correlationId, commandId });
    if (causes.size === maxCauses) break;
  }
  return [...causes.values()];
}

/** Reports to all of them; undefined if there is none. */
export function combineObservers(observers: readonly (Observer | undefined)[]): Observer | undefined {
  const all = observers.filter((one) => one !== undefined);
  if (all.length <= 1) return all[0];
  return {
    responded: (response) => all.forEach((one) => void one.responded?.(response)),
    appended: (append) => all.forEach((one) => void one.appended?.(append)),
    lostRace: (then) => all.forEach((one) => void one.lostRace?.(then)),
    handled: (command) => all.forEach((one) => void one.handled?.(command)),
    applied: (batch, startedAt) => all.forEach((one) => void one.applied?.(batch, startedAt)),
    pushed: (push) => all.forEach((one) => void one.pushed?.(push)),
  };
}
