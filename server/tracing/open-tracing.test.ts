import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, test } from 'vitest';
import { startCollector } from '../../tests/support/collector.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { silentLogger } from '../core/logger.ts';
import { openTracing } from './open-tracing.ts';

const request = (requestId: string) => ({
  ...{ requestId, method: 'GET', route: '/api/community', status: 200, ms: 3 },
  traceparent: undefined,
});

test('warns once when a collector does not take the spans', async () => {
  const server = createServer((_, response) => response.writeHead(404).end());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const logger = new QuietLogger();
  const tracing = openTracing({ endpoint: `http://127.0.0.1:${port}`, ratio: 1 }, logger);
  for (let n = 0; n < 1_000; n++) tracing.observer.responded?.(request(`request-${n}`));
  await tracing.close();
  server.close();
  expect(logger.problems).toMatchObject([
    { level: 'warn', message: 'Traces cannot be sent; check OTEL_EXPORTER_OTLP_ENDPOINT' },
  ]);
});

test('traces the same part of the requests in each process', async () => {
  const collector = await startCollector();
  const traced: string[][] = [];
  for (let node = 0; node < 2; node++) {
    const tracing = openTracing({ endpoint: collector.endpoint, ratio: 0.2 }, silentLogger);
    for (let n = 0; n < 500; n++) tracing.observer.responded?.(request(`request-${n}`));
    await tracing.close();
    traced.push(collector.spans.splice(0).map(({ traceId }) => traceId));
  }
  await collector.stop();
  expect(traced[0]?.length).toBeGreaterThan(50);
  expect(traced[0]?.length).toBeLessThan(150);
  expect(traced[1]).toEqual(traced[0]);
});

test('records no spans for events of a rebuild', async () => {
  const collector = await startCollector();
  const tracing = openTracing({ endpoint: collector.endpoint, ratio: 1 }, silentLogger);
  const applied = (at: Date) => {
    const meta = { commandId: 'command', correlationId: 'request', at: at.toISOString() };
    tracing.observer.applied?.({ projection: 'posts', position: 1n, events: [{ meta }] }, performance.now());
  };
  applied(new Date(Date.now() - 120_000));
  applied(new Date());
  await tracing.close();
  await collector.stop();
  expect(collector.spans.map(({ name }) => name)).toEqual(['project posts']);
});
