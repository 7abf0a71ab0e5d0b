import { isIPv6, SocketAddress } from 'node:net';

/** Where IPv4 addresses stand in the last half of an IPv6 address: mapped ones, and those of a translator (RFC 6052). */
const aroundIPv4 = /^(?:::|64:ff9b::)/;

/**
 * Whom an address counts as where people are counted by their addresses. In IPv6 that is a network of 64 bits: whoever is
 * given one is given at least that much (RFC 6177), and makes up the other half himself, as often as he likes.
 */
export function subscriberOf(address: string): string {
  if (!isIPv6(address)) return address;
  // Written in the one shortest form (RFC 5952), without the zone.
  const { address: written } = new SocketAddress({ address, family: 'ipv6' });
  if (aroundIPv4.test(written)) return written;
  const [before = [], after = []] = written.split('::').map((part) => part.split(':'));
  const zeros = new Array<string>(8 - before.length - after.length).fill('0');
  return [...before, ...zeros, ...after].slice(0, 4).join(':');
}
