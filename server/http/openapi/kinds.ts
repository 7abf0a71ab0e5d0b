import { atLeast, entityTag, type Header, idempotencyKey, ifNoneMatch, position, revision } from './headers.ts';
import type { Operation } from './operation.ts';

const included: Header = { ...position, required: true };

/** The request and response headers of each kind of call. */
export const kindHeaders: Record<
  NonNullable<Operation['kind']>,
  { takes: readonly Header[]; answers: readonly Header[] }
> = {
  read: { takes: [atLeast], answers: [included] },
  'read with ETag': { takes: [atLeast, ifNoneMatch], answers: [included, entityTag] },
  // Absent if nothing was ever recorded there.
  write: { takes: [idempotencyKey], answers: [position, revision] },
};
