import type { Server } from 'node:http';
import { isIPv6 } from 'node:net';

interface Listener {
  readonly server: Server;
  listen(options: { readonly host: string; readonly port: number }): Promise<unknown>;
}

/** The variables that an operator sets. */
const variables = { host: 'HOST', port: 'PORT' };

/**
 * Starts listening. Returns the URL to open in a browser on this machine.
 * @throws Error with a one-line remedy
 */
export async function listen(
  app: Listener,
  { host, port }: { host: string; port: number },
  names = variables,
): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw new Error(remedyFor(error, { host, port }, names), { cause: error });
  }
  const bound = app.server.address();
  return webAddress(host, typeof bound === 'object' && bound !== null ? bound.port : port);
}

/** Hosts that browsers on this machine reach as localhost: the usual loopback and the unspecified addresses. */
const localhost: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost', '0.0.0.0', '::']);

export function webAddress(host: string, port: number): string {
  if (localhost.has(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}

function remedyFor(error: unknown, { host, port }: { host: string; port: number }, names: typeof variables): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return `${names.port}: ${port} is in use; stop the program that has it, or set another one (0: any free one)`;
    case 'EACCES':
      return `${names.port}: this user may not listen on ${port}; set one from 1024 on`;
    case 'EADDRNOTAVAIL':
    case 'EINVAL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${names.host}: ${host} is no address of this machine; set one that is, such as 127.0.0.1`;
    default:
      return `${names.host} and ${names.port}: cannot listen on ${host}, ${port} (${error instanceof Error ? error.message : error})`;
  }
}
