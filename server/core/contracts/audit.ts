import { type Static, Type } from 'typebox';
import { page, Timestamp, Uid } from './shared.ts';

export const Time = Type.String({
  format: 'date-time',
  pattern:
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d(:[0-5]\\d([.]\\d{1,3})?)?(Z|[+-]([01]\\d|2[0-3]):[0-5]\\d)$',
  examples: ['2026-03-31T18:00:00Z'],
});

export const Position = Type.String({
  pattern: '^\\d{1,19}$',
  description: 'A position of the log',
  examples: ['1042'],
});

/** Private data is only shown with a reason, which the users concerned can read. */
export const Why = Type.String({
  minLength: 3,
  maxLength: 200,
  pattern: '\\S',
  description: 'Why the operator reads private data. The users concerned can read it.',
  examples: ['Mia asked who emptied the list'],
});

/** Selects the events that have all of these. */
const filters = {
  stream: Type.Optional(Type.String({ maxLength: 200, description: 'Such as `groceryList-` and an id' })),
  actor: Type.Optional({ ...Uid, description: 'Who caused them' }),
  type: Type.Optional(Type.String({ maxLength: 100, pattern: '^[A-Za-z]+$', description: 'Such as `PostPublished`' })),
  without: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '^[A-Za-z]+$',
      description: 'Leaves out this type, such as `AccessRecorded`: what operators have read',
    }),
  ),
  since: Type.Optional({ ...Time, description: 'Not before this time' }),
  until: Type.Optional({ ...Time, description: 'Not after this time' }),
  correlation: Type.Optional(Type.String({ maxLength: 200, description: 'The id of a request' })),
  command: Type.Optional(Type.String({ maxLength: 200, description: 'The id of a command' })),
};

export const EventsQuery = Type.Object(
  {
    why: Why,
    ...filters,
    after: Type.Optional({ ...Position, description: 'Continue behind this position: `next` of the previous page' }),
    order: Type.Optional(
      Type.Union([Type.Literal('newest'), Type.Literal('oldest')], {
        description: 'Which come first. Default: newest',
      }),
    ),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of events. Default: 50' }),
    ),
  },
  { additionalProperties: false },
);

export const AuditedEvent = Type.Object({
  position: Position,
  stream: Type.String(),
  revision: Type.String({ description: 'Index of the event in its stream, from 0' }),
  id: Type.String(),
  type: Type.String(),
  data: Type.Object({}, { additionalProperties: true, description: 'As it was recorded' }),
  meta: Type.Object(
    {},
    { additionalProperties: true, description: 'Who caused it, when, by which command and request' },
  ),
});

export type AuditedEvent = Static<typeof AuditedEvent>;

export const AuditedEvents = Type.Object({
  items: Type.Array(AuditedEvent),
  next: Type.Union([Position, Type.Null()], { description: 'Null on the last page' }),
});
export type AuditedEvents = Static<typeof AuditedEvents>;

/** That an operator has read data of a user. */
const Access = Type.Object({
  at: Timestamp,
  by: Type.Object({ uid: Uid, name: Type.Union([Type.String(), Type.Null()]) }),
  what: Type.String(),
  why: Type.String({ description: "The operator's reason" }),
});

export const Accesses = page(Access);
export type Accesses = Static<typeof Accesses>;
