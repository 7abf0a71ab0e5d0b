import { createHash } from 'node:crypto';
import { type SpanContext, TraceFlags } from '@opentelemetry/api';
import type { IdGenerator } from '@opentelemetry/sdk-trace';
import type { Cause } from '../core/observer.ts';

/** The steps of a request. Each has one span for each command, and for each projection, so that its id can be derived. */
export type Step = 'request' | 'command' | 'append' | `projection ${string}`;

/**
 * The span of a step, derived from the ids that every event has: each process finds the trace that an event belongs to,
 * and the span that caused its own work, without a context that is passed on. Sampling decides by the trace id, so all
 * processes sample the same traces.
 */
export function spanOf({ correlationId, commandId }: Partial<Cause>, step: Step): SpanContext {
  const traceId = hexOf(correlationId).slice(0, 32);
  const spanId = hexOf(correlationId, step === 'request' ? undefined : commandId, step).slice(0, 16);
  return { traceId, spanId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
}

/** JSON, so that different lists have different texts. */
const hexOf = (...texts: readonly (string | undefined)[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('hex');

/** Gives the next span the ids that were set for it. */
export class GivenIds implements IdGenerator {
  readonly #random: IdGenerator;
  #next: SpanContext | undefined;

  constructor(random: IdGenerator) {
    this.#random = random;
  }

  /** Calls `start`, which starts one span, with these ids; undefined: random ones. */
  using<T>(ids: SpanContext | undefined, start: () => T): T {
    this.#next = ids;
    try {
      return start();
    } finally {
      this.#next = undefined;
    }
  }

  generateTraceId(): string {
    return this.#next?.traceId ?? this.#random.generateTraceId();
  }

  generateSpanId(): string {
    return this.#next?.spanId ?? this.#random.generateSpanId();
  }
}
