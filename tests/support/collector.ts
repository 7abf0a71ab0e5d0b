/** A collector of OpenTelemetry traces that keeps the spans that it receives. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

/** Used fields of https://github.com/open-telemetry/opentelemetry-proto, in its JSON form. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface TracesRequest {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[] }[];
}

const isTracesRequest = (body: unknown): body is TracesRequest =>
  typeof body === 'object' && body !== null && 'resourceSpans' in body && Array.isArray(body.resourceSpans);

export async function startCollector() {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const body = await json(request);
    if (request.url === '/v1/traces' && isTracesRequest(body))
      spans.push(...body.resourceSpans.flatMap((one) => one.scopeSpans.flatMap((scope) => scope.spans)));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
