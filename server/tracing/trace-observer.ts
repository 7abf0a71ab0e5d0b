import {
  type Attributes,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { causesOf, type Observer } from '../core/observer.ts';
import { type GivenIds, spanOf } from './span-ids.ts';

/** Older events are of a rebuild, whose spans would be of traces that ended long ago. */
const maxAgeMs = 60_000;

interface Recorded {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly parent?: SpanContext;
  /** The span's own ids; undefined: random ones, for a span that causes no other. */
  readonly own?: SpanContext;
  readonly links?: readonly Link[];
  readonly attributes: Attributes;
  readonly failed?: boolean;
  /** Of `performance.now()`. */
  readonly startedAt: number;
  readonly ms: number;
}

/**
 * Records a span for each step of a request, once it has ended: request, command, append, then for each projection its
 * commit and, in the process of each gateway, the push. A batch of several commands has a span in the trace of each.
 */
export function traceObserver(tracer: Tracer, ids: GivenIds): Observer {
  function record({ name, kind = SpanKind.INTERNAL, parent, own, links = [], ...span }: Recorded): void {
    // The monotonic clock, which measures durations, moves away from the system's clock over days.
    const startTime = Date.now() - performance.now() + span.startedAt;
    const options = { kind, startTime, attributes: span.attributes, links: [...links] };
    const context = parent ? trace.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT;
    const started = ids.using(own, () => tracer.startSpan(name, options, context));
    if (span.failed) started.setStatus({ code: SpanStatusCode.ERROR });
    started.end(startTime + span.ms);
  }

  return {
    responded({ requestId, method, route, status, ms, traceparent }) {
      record({
        name: route === undefined ? method : `${method} ${route}`,
        kind: SpanKind.SERVER,
        own: spanOf({ correlationId: requestId }, 'request'),
        links: linksTo(traceparent),
        attributes: {
          'http.request.method': method,
          'http.response.status_code': status,
          'potluck.correlation_id': requestId,
          ...(route !== undefined && { 'http.route': route }),
        },
        failed: status >= 500,
        startedAt: performance.now() - ms,
        ms,
      });
    },
    handled({ cause, category, command, outcome, startedAt, ms }) {
      record({
        name: `${category} ${command}`,
        parent: spanOf(cause, 'request'),
        own: spanOf(cause, 'command'),
        attributes: { 'potluck.outcome': outcome },
        failed: outcome === 'failed',
        startedAt,
        ms,
      });
    },
    appended({ category, events, outcome, startedAt, ms }) {
      const attributes = { 'potluck.events': events.length, 'potluck.outcome': outcome };
      const span = { name: `append ${category}`, kind: SpanKind.CLIENT, attributes, startedAt, ms };
      for (const cause of causesOf(events)) {
        const parent = spanOf(cause, 'command');
        // A command may lose races before its events are recorded.
        if (outcome === 'recorded') record({ ...span, parent, own: spanOf(cause, 'append') });
        else record({ ...span, parent, failed: outcome === 'failed' });
      }
    },
    applied({ projection, events }, startedAt) {
      const newest = events.at(-1);
      if (!newest || Date.now() - Date.parse(newest.meta.at) > maxAgeMs) return;
      const attributes = { 'potluck.events': events.length };
      const ms = performance.now() - startedAt;
      const span = { name: `project ${projection}`, kind: SpanKind.CONSUMER, attributes, startedAt, ms };
      for (const cause of causesOf(events)) {
        record({ ...span, parent: spanOf(cause, 'append'), own: spanOf(cause, `projection ${projection}`) });
      }
    },
    pushed({ origin: { projection, causes }, messages, startedAt, ms }) {
      const attributes = { 'potluck.messages': messages };
      const span = { name: 'push', kind: SpanKind.PRODUCER, attributes, startedAt, ms };
      for (const cause of causes) record({ ...span, parent: spanOf(cause, `projection ${projection}`) });
    },
  };
}

/**
 * The trace of the sender, such as a proxy, is linked and not continued, as usual for a public endpoint: it may be sent
 * by anyone. Source of the format: https://www.w3.org/TR/trace-context/
 */
function linksTo(traceparent: string | undefined): Link[] {
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & TraceFlags.SAMPLED, isRemote: true };
  return trace.isSpanContextValid(context) ? [{ context }] : [];
}
