import { type Static, type TSchema, Type } from 'typebox';

const uuidPattern = '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';
const uidPattern = '^[A-Za-z0-9_-]{1,128}$';

/** Distinguishes ids from other strings with a pattern, such as dates. */
export const isIdPattern = (pattern: unknown): boolean => pattern === uuidPattern || pattern === uidPattern;

const uuid = new RegExp(uuidPattern);

/** For ids that do not come by a validated contract. */
export const isId = (text: string): boolean => uuid.test(text);

/** Ids are opaque: UUIDs in lower case, validated before they become part of a key or a stream name. */
export const Id = Type.String({
  pattern: uuidPattern,
  description: 'Opaque id (UUID)',
  examples: ['019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40'],
});

/** The identity provider's user id. */
export const Uid = Type.String({
  pattern: uidPattern,
  description: 'User id',
  examples: ['kq3ZbX0yJvM8fTn2LrWc'],
});

/** Whose grocery list or meal plan. */
export const Whose = Type.String({
  ...Uid,
  description:
    "Whose: the user's own id, or the id of one of their households; for a grocery list, also the id of a list",
});

/** Which changes of its stream a document includes. Null: nothing was recorded yet. */
export const Revision = Type.Union([Type.String({ pattern: '^\\d{1,19}$' }), Type.Null()], {
  description: 'Includes all changes up to this `Potluck-Revision`',
  examples: ['7'],
});
export type Revision = Static<typeof Revision>;

export const Timestamp = Type.String({ format: 'date-time', description: 'ISO 8601, UTC' });

/** Present in what a moderator has hidden, which only its author still reads. */
export const HiddenNotice = Type.Object(
  { reason: Type.String(), at: Timestamp },
  { description: 'Why and since when a moderator has hidden it. Only its author still reads it' },
);
export type HiddenNotice = Static<typeof HiddenNotice>;

/** A page of a collection: `nextCursor` is null on the last one. */
export const page = <T extends TSchema>(item: T) =>
  Type.Object({ items: Type.Array(item), nextCursor: Type.Union([Type.String(), Type.Null()]) });

export const PageQuery = Type.Object({
  cursor: Type.Optional(Type.String({ maxLength: 200, description: 'The `nextCursor` of the previous page' })),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 10 posts, or 20 of anything else' }),
  ),
});
export type PageQuery = Static<typeof PageQuery>;

/** Clients send it: on an outdated screen, a toggle would do the opposite of what the user meant. */
export const liked = Type.Optional(
  Type.Boolean({ description: 'Whether the user likes it from now on. Without it, each call toggles the like.' }),
);

/** The response to a like. */
export const LikeResponse = Type.Object({ liked: Type.Boolean(), likeCount: Type.Integer({ minimum: 0 }) });
export type LikeResponse = Static<typeof LikeResponse>;

/** Every error of the API. `code` is stable, `message` is for people. */
/** Why a session has ended. Revoked: a new password or email ends the sessions of an account. */
export const SessionEnd = Type.Enum(['expired', 'revoked', 'disabled', 'deleted']);
export type SessionEnd = Static<typeof SessionEnd>;

export const ErrorResponse = Type.Object({
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
  reason: Type.Optional(
    Type.Enum(['expired', 'revoked', 'disabled', 'deleted'], {
      description:
        'Why the session of the token has ended, if it was one: it expired, a new password or email or an administrator ended it, or the account was disabled or deleted',
    }),
  ),
});
export type ErrorResponse = Static<typeof ErrorResponse>;

/** Names of request and response headers. */
export const headerNames = {
  /** Response: the log position that the response includes. */
  position: 'potluck-position',
  /** Response: changes since then are missing, because the read model is stale. */
  staleSince: 'potluck-stale-since',
  /**
   * Response to a write: the revision of the changed stream right after the write. Every response with a meal plan: the
   * number of changes of its week, because the plan's stream has those of all weeks.
   */
  revision: 'potluck-revision',
  /** Response: the id by which live messages name the document. */
  document: 'potluck-document',
  /** Request: wait (2 s at most) until the read model includes this position. */
  atLeast: 'potluck-at-least',
  /** Request: a repeated request with the same key gets the first response again and changes nothing. */
  idempotencyKey: 'idempotency-key',
} as const;
