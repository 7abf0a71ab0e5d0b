import { type TSchema, Type } from 'typebox';
import { Id, Timestamp } from '../../core/contracts/shared.ts';

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
  /** In a request: must be sent. In a response: is always present. */
  readonly required?: boolean;
}

const etag = '"019da8b0-31f4-7c7e-9a50-6e2d3c1f0a77:42"';
/** RFC 9110, section 8.8.3: without spaces. */
const version = Type.String({ pattern: '^(?:W/)?"[!#-~]+"$', examples: [etag] });
const logPosition = Type.String({ pattern: '^\\d{1,19}$', examples: ['42'] });

export const idempotencyKey: Header = {
  name: 'Idempotency-Key',
  description:
    'For example a UUID, new for each change. Repeating a request with its key returns the first response and changes nothing; another request with the same key is refused with 422.',
  schema: Type.String({ pattern: '^[A-Za-z0-9_-]{8,128}$', examples: ['019da8b2-9f3e-7d11-b7a4-08c1e0d4f6aa'] }),
};
export const atLeast: Header = {
  name: 'Potluck-At-Least',
  description: 'A `Potluck-Position` that the response must include; the server waits for it up to 2 s.',
  schema: logPosition,
};
export const ifNoneMatch: Header = {
  name: 'If-None-Match',
  description: 'The `ETag` of an earlier response: 304 if nothing has changed since.',
  schema: version,
};
export const ifMatch: Header = {
  name: 'If-Match',
  description:
    'The `ETag` of the plan that was edited: only the slots that were edited are changed. Without it, the whole plan is replaced.',
  schema: version,
};

export const position: Header = {
  name: 'Potluck-Position',
  description: 'The log position that the response includes.',
  schema: logPosition,
};
export const staleSince: Header = {
  name: 'Potluck-Stale-Since',
  description:
    'Present while changes are missing that were made at this time or later: the server cannot show them yet, or an operator has paused their processing. ISO 8601, UTC.',
  schema: Timestamp,
};
export const revision: Header = {
  name: 'Potluck-Revision',
  description: 'The revision after this change. A document with this revision or a later one includes the change.',
  schema: Type.String({ pattern: '^\\d{1,19}$', examples: ['7'] }),
};
export const entityTag: Header = {
  name: 'ETag',
  description: 'The version of the response.',
  schema: version,
  required: true,
};
export const documentId: Header = {
  name: 'Potluck-Document',
  description: 'The id by which live messages name the document.',
  schema: Id,
  required: true,
};
export const contentLocation: Header = {
  name: 'Content-Location',
  description: 'The address of the returned week.',
  schema: Type.String({ examples: ['/api/meal-plan/mia?week=2026-11-16'] }),
  required: true,
};
export const retryAfter: Header = {
  name: 'Retry-After',
  description: 'Seconds after which the same call may succeed.',
  schema: Type.Integer({ minimum: 0, examples: [2] }),
  required: true,
};
export const wwwAuthenticate: Header = {
  name: 'WWW-Authenticate',
  description: 'The authentication scheme.',
  schema: Type.Literal('Bearer'),
  required: true,
};
