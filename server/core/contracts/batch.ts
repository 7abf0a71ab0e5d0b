import { type Static, Type } from 'typebox';
import { batchLimits } from './limits.ts';
import { ErrorResponse } from './shared.ts';

/** One write of a batch, as it would be sent by itself. */
const Call = Type.Object(
  {
    method: Type.Union([Type.Literal('POST'), Type.Literal('PUT'), Type.Literal('PATCH'), Type.Literal('DELETE')]),
    path: Type.String({
      // A batch returns no secrets: the address of a calendar is created alone.
      pattern: '^/(grocery-list|meal-plan)(/(?!calendar-link)[A-Za-z0-9_-]{1,128}){0,5}(\\?week=[0-9-]{10})?$',
      maxLength: 700,
      description: 'Of a grocery list or a meal plan, without `/api`',
    }),
    key: Type.String({ pattern: '^[\\w-]{8,128}$', description: 'Its `Idempotency-Key`' }),
    body: Type.Optional(Type.Object({}, { additionalProperties: true })),
  },
  { additionalProperties: false },
);

export const Batch = Type.Object(
  { calls: Type.Array(Call, { minItems: 1, maxItems: batchLimits.calls }) },
  { additionalProperties: false },
);
export type Batch = Static<typeof Batch>;

export const BatchResults = Type.Object({
  results: Type.Array(
    Type.Object({
      status: Type.Integer({ description: 'The status of its response' }),
      revision: Type.Optional(Type.String({ description: 'Its `Potluck-Revision`' })),
      document: Type.Optional(Type.String({ description: 'Its `Potluck-Document`' })),
      error: Type.Optional(ErrorResponse),
    }),
    { description: 'In the order of the calls. Shorter, if it ends with a call that cannot be decided now' },
  ),
});
export type BatchResults = Static<typeof BatchResults>;
