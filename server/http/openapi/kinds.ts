import { atLeast, entityTag, type Header, idempotencyKey, ifNoneMatch, position, revision } from './headers.ts';
import type { Operation } from './operation.ts';

const included: Header = { ...position, required: true };

/** Headers that come with what a call does: those of its request, and those of its answers. */
export const kindHeaders: Record<
  NonNullable<Operation['kind']>,
  { takes: readonly Header[]; answers: readonly Header[] }
> = {
  read: { takes: [atLeast], answers: [included] },
  'read with ETag': { takes: [atLeast, ifNoneMatch], answers: [included, entityTag] },
  // Without it, nothing was changed.
  write: { takes: [idempotencyKey], answers: [position, revision] },
};
