import ipaddr from 'ipaddr.js';

/** Decides to which address and port the server may connect on behalf of a user. */
export type MayConnect = (address: string, port: number) => boolean;

/** Addresses of IPv6 that are routed on the internet; the registry of IANA has no others yet (RFC 4291, section 2.4). */
const globalUnicast = ipaddr.IPv6.parse('2000::');

/** Addresses outside the special ranges that a cloud answers for its machines: Azure's metadata and DNS. */
const cloudInternal: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an IP address is on the internet: not in a private, loopback, link-local, multicast or reserved range, and no
 * IPv6 address that contains an IPv4 one (mapped or translated), because a gateway may unwrap it. False for host names.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || cloudInternal.has(parsed.toString())) return false;
  return parsed instanceof ipaddr.IPv4 || parsed.match(globalUnicast, 3);
}

/** The ports of HTTP and HTTPS: a user cannot make the server talk to other services. */
export const isPublicWebServer: MayConnect = (address, port) =>
  (port === 80 || port === 443) && isPublicAddress(address);
