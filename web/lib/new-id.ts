/** A new id, ordered by time: a UUID of version 7 (RFC 9562, section 5.7). `now` in ms since the epoch. */
export function newId(now: number = Date.now()): string {
  const time = now.toString(16).padStart(12, '0');
  // A random UUID differs from one of version 7 in its first 48 bits and the version only.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`;
}
