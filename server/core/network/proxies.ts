import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether this address is a reverse proxy of ours, whose `X-Forwarded-*` headers tell the truth. */
export type Trusts = (address: string, hop: number) => boolean;

/**
 * @param proxies addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`
 * @returns undefined for none: nobody's headers are believed
 * @throws TypeError for anything else
 */
export const trusting = (proxies: readonly string[]): Trusts | undefined =>
  proxies.length === 0 ? undefined : proxyAddr.compile([...proxies]);

/** The address that a request comes from: the same that Fastify calls `request.ip`. Empty once it is cut off. */
export function addressOf(request: IncomingMessage, trusts: Trusts | undefined): string {
  const peer = request.socket.remoteAddress ?? '';
  return trusts && peer ? proxyAddr(request, trusts) : peer;
}

/** The host that the browser asked for, where a proxy has put its own into `Host`. */
export function forwardedHost({ headers, socket }: IncomingMessage, trusts: Trusts | undefined): string | undefined {
  if (!trusts?.(socket.remoteAddress ?? '', 0)) return undefined;
  // The last is what the proxy next to us has seen.
  return [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
}
