import { hash, randomUUID } from 'node:crypto';

/**
 * The same names give the same id: a UUID of version 8 (RFC 9562, section 5.8) from SHA-256. A retried command
 * creates the same ids as the first try, and a list is found by its owner without a look-up.
 */
export function derivedId(...names: readonly string[]): string {
  let input = '';
  // Each name is prefixed with its length, so that different lists of names give different inputs.
  for (const name of names) input += `${name.length}:${name}`;
  const hex = hash('sha256', input, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** The start of an id made at this time, cached because a busy process makes many ids within a millisecond. */
let last = { time: Number.NaN, prefix: '' };

/** A new id, ordered by time: a UUID of version 7 (RFC 9562, section 5.7). `now` in ms since the epoch. */
export function newId(now: number = Date.now()): string {
  if (now !== last.time) {
    const time = now.toString(16).padStart(12, '0');
    last = { time: now, prefix: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  // Only the first 48 bits and the version distinguish a UUID of version 7 from a random one.
  return last.prefix + randomUUID().slice(15);
}
