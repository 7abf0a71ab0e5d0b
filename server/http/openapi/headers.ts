import { type TSchema, Type } from 'typebox';

export interface Header {
  readonly name: string;
  readonly description: string;
  readonly schema: TSchema;
  /** Of a request: it must be sent. Of an answer: it is always there. */
  readonly required?: boolean;
}

const etag = '"019da8b0-31f4-7c7e-9a50-6e2d3c1f0a77:42"';
/** RFC 9110, section 8.8.3: without spaces. */
const version = Type.String({ pattern: '^(?:W/)?"[!#-~]+"$', examples: [etag] });
const logPosition = Type.String({ pattern: '^\\d{1,19}$', examples: ['42'] });

export const idempotencyKey: Header = {
  name: 'Idempotency-Key',
  description:
    'Such as a UUID, new for each change. The same request with the same key answers as the first time and changes nothing; another one is a 422.',
  schema: Type.String({ pattern: '^[A-Za-z0-9_-]{8,128}$', examples: ['019da8b2-9f3e-7d11-b7a4-08c1e0d4f6aa'] }),
};
export const atLeast: Header = {
  name: 'Potluck-At-Least',
  description: 'A `Potluck-Position` that the answer has to include: it is waited for, 2 s at most.',
  schema: logPosition,
};
export const ifNoneMatch: Header = {
  name: 'If-None-Match',
  description: 'The `ETag` of an earlier answer: 304 when nothing has changed since.',
  schema: version,
};
export const ifMatch: Header = {
  name: 'If-Match',
  description:
    'The `ETag` of the plan that was changed: only the slots that its sender changed are changed. Without it, the plan becomes what is sent.',
  schema: version,
};

export const position: Header = {
  name: 'Potluck-Position',
  description: 'The log position that the answer includes.',
  schema: logPosition,
};
export const revision: Header = {
  name: 'Potluck-Revision',
  description:
    'The revision of what was changed, as this change left it. A document of this revision, or a later one, includes it.',
  schema: Type.String({ pattern: '^\\d{1,19}$', examples: ['7'] }),
};
export const entityTag: Header = {
  name: 'ETag',
  description: 'Which version this is.',
  schema: version,
  required: true,
};
export const contentLocation: Header = {
  name: 'Content-Location',
  description: 'The address of the week that is answered.',
  schema: Type.String({ examples: ['/api/meal-plan/mia?week=2026-11-16'] }),
  required: true,
};
export const retryAfter: Header = {
  name: 'Retry-After',
  description: 'Seconds after which the same call may work.',
  schema: Type.Integer({ minimum: 0, examples: [2] }),
  required: true,
};
export const wwwAuthenticate: Header = {
  name: 'WWW-Authenticate',
  description: 'How to say who asks.',
  schema: Type.Literal('Bearer'),
  required: true,
};
