import {
  atLeast,
  entityTag,
  type Header,
  idempotencyKey,
  ifNoneMatch,
  position,
  revision,
  staleSince,
} from './headers.ts';
import type { Operation } from './operation.ts';

const requiredPosition: Header = { ...position, required: true };

/** The request and response headers of each kind of call. */
export const kindHeaders: Record<
  NonNullable<Operation['kind']>,
  { request: readonly Header[]; response: readonly Header[] }
> = {
  read: { request: [atLeast], response: [requiredPosition, staleSince] },
  'read with ETag': { request: [atLeast, ifNoneMatch], response: [requiredPosition, staleSince, entityTag] },
  // Both are absent if the stream has no events.
  write: { request: [idempotencyKey], response: [position, revision] },
};
