import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { isLocalRequest } from '../core/network/local-request.ts';
import { isLoopback } from '../core/network/loopback.ts';
import type { Observer } from '../core/observer.ts';
import { createGauges, type GaugeSources } from './gauges.ts';
import { instrument } from './instruments.ts';

export interface Metrics {
  readonly observer: Observer;
  /** The server of `GET /metrics`, which does not listen yet. */
  createServer(sources: GaugeSources): MetricsServer;
}

export interface MetricsServer {
  readonly server: Server;
  /** On an address of this machine only, it answers to names of this machine only. Rejects with the error of the system. */
  listen(options: { readonly host: string; readonly port: number }): Promise<unknown>;
  close(): void;
}

/** The metrics of this process, beside those that Prometheus' clients have for every Node process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    observer: instrument(registry),
    createServer: (sources) => {
      const readGauges = createGauges(registry, sources);
      /** Requests at the same time share one answer. */
      let text: Promise<string> | undefined;
      const read = async () => {
        await readGauges();
        return registry.metrics();
      };
      let isForThisMachine = false;
      const server = createServer((request, response) => {
        if (isForThisMachine && !isLocalRequest(request.headers)) {
          response.writeHead(403).end();
          return;
        }
        if (request.url?.split('?', 1)[0] !== '/metrics' || request.method !== 'GET') {
          response.writeHead(404).end();
          return;
        }
        text ??= read().finally(() => {
          text = undefined;
        });
        text.then(
          (body) => response.writeHead(200, { 'content-type': registry.contentType }).end(body),
          () => response.writeHead(500).end(),
        );
      });
      return {
        server,
        listen: (options) => {
          isForThisMachine = options.host === 'localhost' || isLoopback(options.host);
          server.listen(options);
          return once(server, 'listening');
        },
        close: () => {
          server.close();
          server.closeAllConnections();
        },
      };
    },
  };
}
