import { isIPv6, SocketAddress } from 'node:net';

/** Prefixes with an IPv4 address in the last half: mapped addresses, and those of a translator (RFC 6052). */
const ipv4Prefix = /^(?:::|64:ff9b::)/;

/**
 * The key by which limits count an address. For IPv6 it is the /64 network: a subscriber is assigned at least that much
 * (RFC 6177), and can choose the lower 64 bits freely.
 */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address;
  // In the canonical form (RFC 5952), without the zone.
  const { address: canonical } = new SocketAddress({ address, family: 'ipv6' });
  if (ipv4Prefix.test(canonical)) return canonical;
  const [before = [], after = []] = canonical.split('::').map((part) => part.split(':'));
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
