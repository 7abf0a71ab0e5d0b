import { type Static, type TSchema, Type } from 'typebox';

/** Ids are opaque: UUIDs in lower case, checked before they meet a key or a stream name. */
export const Id = Type.String({
  pattern: '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  description: 'Opaque id (UUID)',
  examples: ['019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40'],
});

/** The identity provider's user id. */
export const Uid = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,128}$',
  description: 'User id',
  examples: ['kq3ZbX0yJvM8fTn2LrWc'],
});

/** Which changes of its stream a document includes. Null: nothing was recorded yet. */
export const Revision = Type.Union([Type.String({ pattern: '^\\d{1,19}$' }), Type.Null()], {
  description: 'Includes all changes up to this `Potluck-Revision`',
  examples: ['7'],
});
export type Revision = Static<typeof Revision>;

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

/** A collection: `nextCursor` is null at the end. */
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) });

export const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'From `nextCursor` of the page before' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 10 posts, or 20 of anything else' }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

/** Clients send it, because toggling what an outdated screen shows would do the opposite of what its user meant. */
export const liked = Type.Optional(
  Type.Boolean({ description: 'Whether the user likes it from now on. Without it, each call toggles the like.' }),
);

/** The response to a like. */
export const LikeAnswer = Type.Object({ liked: Type.Boolean(), likeCount: Type.Integer({ minimum: 0 }) });
export type LikeAnswer = Static<typeof LikeAnswer>;

/** Every error of the API. `code` is stable, `message` is for people. */
export const ErrorAnswer = Type.Object({
  statusCode: Type.Integer(),
  code: Type.String(),
  error: Type.String(),
  message: Type.String(),
  field: Type.Optional(
    Type.String({
      description: 'The path of the one invalid property of the body',
      examples: ['title', 'ingredients/2/name'],
    }),
  ),
});
export type ErrorAnswer = Static<typeof ErrorAnswer>;

/** Headers that a client may send with a write or a read. */
export const headerNames = {
  /** Answer: the log position that the answer includes. */
  position: 'potluck-position',
  /** Answer to a write: the revision of the changed stream as the write left it. */
  revision: 'potluck-revision',
  /** Request: wait (2 s at most) until the read model includes this position. */
  atLeast: 'potluck-at-least',
  /** Request: the same key again answers as the first time and changes nothing. */
  idempotencyKey: 'idempotency-key',
} as const;
