/** The spans of one write, from three nodes, in a collector. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../server/core/logger.ts';
import { openTracing } from '../../server/tracing/open-tracing.ts';
import { type ReceivedSpan, startCollector } from '../support/collector.ts';
import { connectBrowser } from '../support/live.ts';
import { describeWith } from '../support/requirements.ts';
import { type Node, openNode, openSharedParts } from '../support/two-nodes.ts';
import { until } from '../support/until.ts';

describeWith('redis-server', 'the trace of a write', (program) => {
  const cleanUp = new AsyncDisposableStack();
  let collector: Awaited<ReturnType<typeof startCollector>>;
  let writer: Node;
  let reader: Node;
  const flushes: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    collector = await startCollector();
    cleanUp.defer(() => collector.stop());
    const parts = await openSharedParts(program, cleanUp);
    const open = (runsProjections: boolean) => {
      const tracing = openTracing({ endpoint: `${collector.endpoint}/`, ratio: 1 }, silentLogger);
      flushes.push(() => tracing.close());
      return openNode(parts, { users: ['mia'], runsProjections, observer: tracing.observer }, cleanUp);
    };
    writer = await open(false);
    await open(true);
    reader = await open(false);
  });
  afterAll(() => cleanUp.disposeAsync());

  test('leads from the request over command, append and projection to the push of another node', async () => {
    const browser = await connectBrowser(reader.address);
    cleanUp.defer(async () => void browser.socket.disconnect());
    const sender = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
    const posted = await fetch(`${writer.address}/api/community`, {
      method: 'POST',
      headers: {
        authorization: 'Bearer token-mia',
        'content-type': 'application/json',
        traceparent: `00-${sender.traceId}-${sender.spanId}-01`,
      },
      body: JSON.stringify({ title: 'Ramen', type: 'text', content: 'Slurp' }),
    });
    expect(posted.status).toBe(201);
    await until(() => browser.messages.length > 0);
    await Promise.all(flushes.map((flush) => flush()));

    // The request also creates the user's profile, with spans of its own: each step is the one that the step before caused.
    const path: ReceivedSpan[] = [];
    for (const name of ['POST /api/community', 'post PublishPost', 'append post', 'project posts', 'push']) {
      const parent = path.at(-1)?.spanId ?? '';
      const step = collector.spans.find((one) => one.name === name && (one.parentSpanId ?? '') === parent);
      if (!step)
        throw new Error(`No span ${name} below ${parent}: ${collector.spans.map((one) => one.name).join(', ')}`);
      path.push(step);
    }
    expect(new Set(path.map(({ traceId }) => traceId)).size).toBe(1);
    const [request] = path;
    // Anyone may send the header: the sender's trace is linked, not continued.
    expect(request?.links).toMatchObject([sender]);
    const attributes = Object.fromEntries((request?.attributes ?? []).map(({ key, value }) => [key, value]));
    expect(attributes).toMatchObject({ 'http.route': { stringValue: '/api/community' } });
    for (const { startTimeUnixNano, endTimeUnixNano } of path) {
      const age = Date.now() - Number(BigInt(startTimeUnixNano) / 1_000_000n);
      expect(age).toBeLessThan(60_000);
      expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
    }
    // Each span has ids of its own, and no private data.
    expect(new Set(collector.spans.map(({ spanId }) => spanId)).size).toBe(collector.spans.length);
    expect(JSON.stringify(collector.spans)).not.toMatch(/mia|Ramen|Slurp/);
  });
});
