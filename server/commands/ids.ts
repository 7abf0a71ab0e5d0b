import { hash, randomUUID } from 'node:crypto';

/**
 * The same names give the same id: a UUID of version 8 (RFC 9562, section 5.8) from SHA-256. What is made by a retried
 * command gets the ids of the first try, and a list is found by who owns it without a look-up.
 */
export function derivedId(...names: readonly string[]): string {
  let hashed = '';
  // The length of each name is part of what is hashed, so that no two lists of names read the same.
  for (const name of names) hashed += `${name.length}:${name}`;
  const hex = hash('sha256', hashed, 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** How ids begin that are made of this time, kept because a busy process makes many of them within a millisecond. */
let last = { time: Number.NaN, beginning: '' };

/** A new id, ordered by time: a UUID of version 7 (RFC 9562, section 5.7). `now` in ms since the epoch. */
export function newId(now: number = Date.now()): string {
  if (now !== last.time) {
    const time = now.toString(16).padStart(12, '0');
    last = { time: now, beginning: `${time.slice(0, 8)}-${time.slice(8)}-7` };
  }
  // A random UUID differs from one of version 7 in its first 48 bits and the version only.
  return last.beginning + randomUUID().slice(15);
}
