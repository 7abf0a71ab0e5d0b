import { DiagLogLevel, diag } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../core/logger.ts';
import type { Observer } from '../core/observer.ts';
import { withTimeout } from '../core/timing/with-timeout.ts';
import { GivenIds } from './span-ids.ts';
import { traceObserver } from './trace-observer.ts';

export interface TracingSettings {
  /** Base address of a collector that takes OTLP over HTTP, such as `http://localhost:4318`. */
  readonly endpoint: string;
  /** The part of the requests that is traced, from 0 to 1. */
  readonly ratio: number;
}

export interface Tracing {
  readonly observer: Observer;
  /** Sends what waits, within 2 s. */
  close(): Promise<void>;
}

const closeTimeoutMs = 2_000;
/** A collector that is away fails every five seconds. */
const warningIntervalMs = 60_000;

/** Sends spans every five seconds. If the collector does not take them, they are dropped: at most 2,048 wait. */
export function openTracing({ endpoint, ratio }: TracingSettings, logger: Pick<Logger, 'warn'>): Tracing {
  warnOfFailures(logger);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` });
  const ids = new GivenIds(new RandomIdGenerator());
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({ 'service.name': 'potluck', 'process.pid': process.pid }),
    ),
    sampler: new TraceIdRatioBasedSampler(ratio),
    idGenerator: ids,
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return {
    observer: traceObserver(provider.getTracer('potluck'), ids),
    close: () => withTimeout(provider.shutdown(), closeTimeoutMs).catch(() => undefined),
  };
}

/** The SDK reports failures only to a global logger. */
function warnOfFailures(logger: Pick<Logger, 'warn'>): void {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const ignore = () => {};
  const error = (reason: string) => {
    if (performance.now() - warnedAt < warningIntervalMs) return;
    warnedAt = performance.now();
    logger.warn({ reason }, 'Traces cannot be sent; check OTEL_EXPORTER_OTLP_ENDPOINT');
  };
  const levels = { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(levels, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}
