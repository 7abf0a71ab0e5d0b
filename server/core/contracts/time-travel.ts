import { type Static, Type } from 'typebox';
import { AuditedEvent, Position, Time, Why } from './audit.ts';
import { Timestamp } from './shared.ts';

const StreamName = Type.String({
  pattern: '^[A-Za-z]+-[^\\s]+$',
  maxLength: 200,
  description: 'A stream of the log: the kind of the aggregate, `-`, and its id',
  examples: ['groceryList-kq3ZbX0yJvM8fTn2LrWc'],
});

export const StreamPath = Type.Object({ stream: StreamName });

/** A position or a time: the state includes the events up to it. */
export const Point = Type.Union([Position, Time], { description: 'A position of the log or a time' });

export const StateQuery = Type.Object(
  {
    why: Why,
    at: Type.Optional({ ...Point, description: 'A position of the log or a time. Default: now' }),
  },
  { additionalProperties: false },
);
export const DiffQuery = Type.Object(
  {
    why: Why,
    from: Point,
    to: Type.Optional({ ...Point, description: 'A position of the log or a time. Default: now' }),
  },
  { additionalProperties: false },
);
export const BlameQuery = Type.Object({ why: Why }, { additionalProperties: false });

const StreamEnd = Type.Object({ position: Position, revision: Type.String(), at: Timestamp });

/** The stream as a whole, whatever the query selects. */
const Extent = {
  stream: Type.String(),
  first: { ...StreamEnd, description: 'The first event of the stream' },
  last: { ...StreamEnd, description: 'The last event of the stream as it is now' },
};

const Sealed = Type.Union(
  [
    Type.Object({
      size: Type.Integer({ description: 'Of the checkpoint, in events from the beginning of the log' }),
      events: Type.Integer({ description: 'How many events it covers that no earlier checkpoint does' }),
    }),
    Type.Null(),
  ],
  { description: 'The first checkpoint that covers the event. Null: it is not sealed yet' },
);

export const StreamState = Type.Object({
  ...Extent,
  position: { ...Position, description: 'Of the last event of the stream that the state includes' },
  revision: Type.String({ description: 'Of that event' }),
  at: { ...Timestamp, description: 'When that event was recorded' },
  documents: Type.Record(Type.String(), Type.Object({}, { additionalProperties: true }), {
    description: 'The documents of the stream in the shape of the API, by collection and id, such as `lists/mia`',
  }),
  sealed: Sealed,
});
export type StreamState = Static<typeof StreamState>;

const Difference = Type.Object({
  path: Type.String({
    description: 'Such as `lists/mia/items/019da8b0…/amount`: an element of a list goes by its id',
  }),
  from: Type.Optional(Type.Unknown({ description: 'Absent: the field did not exist' })),
  to: Type.Optional(Type.Unknown({ description: 'Absent: the field does not exist any more' })),
});

/** The event that set or removed a field. */
const Cause = {
  at: Timestamp,
  actor: Type.String({ description: 'Who caused the event' }),
  type: Type.String({ description: 'Of the event' }),
  position: Position,
  command: Type.String({ description: 'The id of the command' }),
};

export const StreamDifferences = Type.Object({
  ...Extent,
  items: Type.Array(
    Type.Object({
      ...Difference.properties,
      ...Cause,
      fromBy: Type.Optional(
        Type.Object(Cause, { description: 'The event that had set `from`. Absent: the field did not exist' }),
      ),
    }),
    { description: 'Each with the last event between the two points that changed it' },
  ),
});
export type StreamDifferences = Static<typeof StreamDifferences>;

export const StreamBlame = Type.Object({
  ...Extent,
  items: Type.Array(
    Type.Object({
      path: Type.String(),
      from: Type.Optional(Type.Unknown({ description: 'Before that event. Absent: the field did not exist' })),
      value: Type.Unknown(),
      ...Cause,
    }),
    { description: 'In the order of the paths, each with the event that set it last' },
  ),
});
export type StreamBlame = Static<typeof StreamBlame>;

export const EventPath = Type.Object({ position: Position });
export const ExplanationQuery = Type.Object({ why: Why }, { additionalProperties: false });

export const Explanation = Type.Object({
  event: AuditedEvent,
  ofCommand: Type.Array(AuditedEvent, { description: 'The other events of the same command, oldest first' }),
  ofRequest: Type.Array(AuditedEvent, {
    description: 'The events of other commands of the same request, oldest first',
  }),
  readModels: Type.Array(Type.String(), { description: 'The read models that fold it, such as `posts@6`' }),
  documents: Type.Array(Type.String(), {
    description: 'The documents of its stream that it changed, by collection and id',
  }),
  messages: Type.Array(
    Type.Object({
      kind: Type.String({ description: 'Such as `list.changed`' }),
      to: Type.String({
        description:
          '`everybody`, or those who may see a user, a household, a list or a plan, such as `list:kq3ZbX0yJvM8fTn2LrWc`',
      }),
    }),
    { description: 'The messages to live browsers. Events that are folded together share messages' },
  ),
  problem: Type.Optional(
    Type.String({
      description:
        'Why documents and messages are not known: the event, or an earlier one of its stream, cannot be folded',
    }),
  ),
  sealed: Sealed,
});
export type Explanation = Static<typeof Explanation>;

export const SourcesQuery = Type.Object(
  {
    why: Why,
    of: Type.String({
      minLength: 1,
      maxLength: 200,
      description: '`feed` or `recipes` for their number, or a stream for the fields of its documents',
      examples: ['feed'],
    }),
    field: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description: 'Of a stream: a path as `blame` shows it, or its end, such as `likeCount`. Default: all fields',
      }),
    ),
    after: Type.Optional({ ...Position, description: 'Continue behind this position: `next` of the previous page' }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of events. Default: 50' }),
    ),
  },
  { additionalProperties: false },
);

export const Sources = Type.Object({
  items: Type.Array(
    Type.Object({
      position: Position,
      stream: Type.String(),
      type: Type.String(),
      at: Timestamp,
      actor: Type.String(),
      command: Type.String(),
      changes: Type.Array(Difference, { description: 'What the event made of the total or of the fields' }),
    }),
    { description: 'Newest first: `to` of the first one is the value of today' },
  ),
  next: Type.Union([Position, Type.Null()], { description: 'Null on the last page' }),
});
export type Sources = Static<typeof Sources>;

export const StreamsQuery = Type.Object(
  {
    why: Why,
    query: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'How the name of the stream or its id begins: `groceryList-kq3`, or `kq3` for all kinds',
    }),
    kind: Type.Optional({ ...Type.String({ maxLength: 50 }), description: 'Only of this kind, such as `groceryList`' }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, description: 'Default: 20' })),
  },
  { additionalProperties: false },
);

export const Streams = Type.Object({
  items: Type.Array(Type.Object({ ...Extent, hasDocuments: Type.Boolean({ description: 'Whether it has a state' }) }), {
    description: 'In the order of their names',
  }),
});
export type Streams = Static<typeof Streams>;
