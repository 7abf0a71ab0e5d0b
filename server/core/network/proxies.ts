import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Whether the address is a trusted reverse proxy, whose `X-Forwarded-*` headers are used. */
export type IsTrustedProxy = (address: string, hop: number) => boolean;

/**
 * @param proxies addresses, networks such as `10.0.0.0/8`, or `loopback`, `linklocal`, `uniquelocal`
 * @returns undefined for an empty list: no headers are trusted
 * @throws TypeError for any other value
 */
export const compileTrustedProxies = (proxies: readonly string[]): IsTrustedProxy | undefined =>
  proxies.length === 0 ? undefined : proxyAddr.compile([...proxies]);

/** The client's address, equal to Fastify's `request.ip`. Empty once the connection is closed. */
export function addressOf(request: IncomingMessage, isTrustedProxy: IsTrustedProxy | undefined): string {
  const peer = request.socket.remoteAddress ?? '';
  return isTrustedProxy && peer ? proxyAddr(request, isTrustedProxy) : peer;
}

/** The host that the browser requested, if a proxy has replaced `Host` with its own. */
export function forwardedHost(
  { headers, socket }: IncomingMessage,
  isTrustedProxy: IsTrustedProxy | undefined,
): string | undefined {
  if (!isTrustedProxy?.(socket.remoteAddress ?? '', 0)) return undefined;
  // The last value is that of the nearest proxy.
  return [headers['x-forwarded-host'] ?? []].flat().join(',').split(',').at(-1)?.trim();
}
