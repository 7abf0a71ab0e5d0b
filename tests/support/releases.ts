import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A proxy of the server, with another release of the client on request. */
export interface Releases extends AsyncDisposable {
  /** `http://localhost:<port>` */
  readonly address: string;
  /** From now on, the service worker differs from the earlier one. */
  deploy(): void;
}

/** @param server its address */
export async function openReleases(server: string): Promise<Releases> {
  let release = 0;
  const { port } = new URL(server);
  const forward = ({
    method,
    url,
    headers: { 'if-none-match': etag, 'if-modified-since': date, ...headers },
  }: IncomingMessage) => request({ host: 'localhost', port, method, path: url, headers });

  const proxy = createServer((from: IncomingMessage, to: ServerResponse) => {
    const forwarded = forward(from);
    forwarded.on('error', () => to.destroy());
    forwarded.on('response', (response) => {
      const { 'content-length': length, ...headers } = response.headers;
      to.writeHead(response.statusCode ?? 502, headers);
      response.pipe(to, { end: from.url !== '/sw.js' });
      if (from.url === '/sw.js') response.on('end', () => to.end(`\n// Release ${release}`));
    });
    from.pipe(forwarded);
  });
  proxy.on('upgrade', (from: IncomingMessage, socket: Duplex) => {
    const forwarded = forward(from);
    forwarded.on('error', () => socket.destroy());
    forwarded.on('upgrade', (response, upstream: Socket) => {
      const lines = response.rawHeaders.flatMap((name, at, all) => (at % 2 === 0 ? [`${name}: ${all[at + 1]}`] : []));
      socket.write(['HTTP/1.1 101 Switching Protocols', ...lines, '', ''].join('\r\n'));
      socket.pipe(upstream).pipe(socket);
      for (const end of [socket, upstream]) end.on('error', () => [socket, upstream].map((each) => each.destroy()));
    });
    forwarded.end();
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    deploy: () => {
      release += 1;
    },
    [Symbol.asyncDispose]: async () => {
      proxy.closeAllConnections();
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
