import { atLeast, entityTag, type Header, idempotencyKey, ifNoneMatch, position, revision } from './headers.ts';
import type { Operation } from './operation.ts';

const included: Header = { ...position, required: true };

/** The request and response headers of each kind of call. */
export const kindHeaders: Record<
  NonNullable<Operation['kind']>,
  { request: readonly Header[]; response: readonly Header[] }
> = {
  read: { request: [atLeast], response: [included] },
  'read with ETag': { request: [atLeast, ifNoneMatch], response: [included, entityTag] },
  // Absent if nothing was ever recorded there.
  write: { request: [idempotencyKey], response: [position, revision] },
};
