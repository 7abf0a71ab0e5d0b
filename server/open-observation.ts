/** What reports on the work of this process. Without a setting for it, nothing is loaded, and nothing observed. */
import type { ProjectionReports } from '../projections/status/projection-reports.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './core/logger.ts';
import { combineObservers, type Observer } from './core/observer.ts';
import { type Check, checkedHealth } from './http/features/service/health.ts';
import type { Limits } from './limits/limits.ts';
import type { LiveGateway } from './live/gateway.ts';
import { logObserver } from './observation/log-observer.ts';
import { listen } from './process/listening.ts';

export interface ObservationSources {
  readonly checks: readonly Check[];
  readonly operators: {
    readonly reports: Pick<ProjectionReports, 'read'>;
    readonly seals: { sealedAt(): Promise<Date | undefined> };
  };
  readonly live: Pick<LiveGateway, 'connections' | 'rooms'>;
  readonly limits: Pick<Limits, 'isShared'>;
}

export interface Observation {
  /** Undefined if nothing is observed. */
  readonly observer: Observer | undefined;
  /** Serves the metrics, if a port for them is set. @throws Error with a one-line remedy */
  serveMetrics(sources: ObservationSources): Promise<void>;
  close(): Promise<void>;
}

/** `/health/ready` logs why a part is not ready. */
const silent = { warn: () => {} };

export async function openObservation(
  { metrics: settings, tracing, logLevel }: Pick<Config, 'metrics' | 'tracing' | 'logLevel'>,
  logger: Pick<Logger, 'debug' | 'info' | 'warn'>,
): Promise<Observation> {
  const metrics = settings && (await import('./metrics/metrics.ts')).createMetrics();
  const logsSteps = logLevel === 'debug' || logLevel === 'trace';
  const traces = tracing && (await import('./tracing/open-tracing.ts')).openTracing(tracing, logger);
  const closing = new AsyncDisposableStack();
  if (traces) closing.defer(() => traces.close());
  return {
    observer: combineObservers([metrics?.observer, traces?.observer, logsSteps ? logObserver(logger) : undefined]),
    async serveMetrics({ checks, operators: { reports, seals }, live, limits }) {
      if (!metrics || !settings) return;
      const health = checkedHealth(checks);
      const server = metrics.createServer({ health: () => health(silent), reports, seals, live, limits });
      const address = await listen(server, settings, { host: 'METRICS_HOST', port: 'METRICS_PORT' });
      closing.defer(() => server.close());
      logger.info({ address: `${address}/metrics` }, 'Metrics can be read');
    },
    close: () => closing.disposeAsync(),
  };
}
