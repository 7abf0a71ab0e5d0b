import { type Static, Type } from 'typebox';
import { Position } from './audit.ts';
import { Timestamp } from './shared.ts';

export const ProjectionPath = Type.Object({
  name: Type.String({ maxLength: 100, description: 'Of a projection', examples: ['posts'] }),
});

export const SkipBody = Type.Object({
  position: { ...Position, description: '`failingAt` of the projection' },
  why: Type.String({ minLength: 3, maxLength: 200, pattern: '\\S', description: 'The reason, shown ever after' }),
});

const SkippedEvent = Type.Object({
  version: Type.Integer({ description: 'Of the projection. Later versions fold the event' }),
  position: Position,
  why: Type.String(),
  by: Type.String({ description: 'A user id, or `potluck-machine` for the command on the machine' }),
  at: Timestamp,
});

const Rebuild = Type.Object({
  state: Type.Enum(['running', 'completed', 'failed', 'cancelled']),
  by: Type.String({ description: 'Who requested it: a user id, or `potluck-machine` for the command on the machine' }),
  at: { ...Timestamp, description: 'When it was requested' },
  position: Type.Union([Position, Type.Null()], {
    description: 'Up to where it is built. Null: nothing is, or another process builds it',
  }),
  failure: Type.Optional(
    Type.Object({ position: Position, error: Type.String() }, { description: 'The event that could not be folded' }),
  ),
});

const RecordedVerification = Type.Object({
  at: { ...Timestamp, description: 'When it ended' },
  by: Type.String({ description: 'Who had it done: a user id, or `potluck-machine` for the command on the machine' }),
  of: Type.Enum(['live', 'snapshot'], {
    description: '`live`: what readers read. `snapshot`: what the next start of a server continues from',
  }),
  position: Type.Union([Position, Type.Null()], { description: 'Up to where it was compared with the log' }),
  compared: Type.Integer({ description: 'Comparisons of documents and index entries' }),
  differences: Type.Integer(),
});

const ProjectionReport = Type.Object({
  name: Type.String(),
  version: Type.Integer(),
  state: Type.Enum(['live', 'behind', 'catching-up', 'failing', 'paused', 'standby', 'stopped', 'empty', 'other-log'], {
    description:
      '`live`: has folded every event. `behind` and `catching-up`: has events to fold. `failing`: cannot fold the next one. `paused`: by an operator. `empty`: nothing is built yet. `other-log`: the log does not have its position. `standby`: another process folds it. `stopped`: ended until this process restarts.',
  }),
  position: Type.Union([Position, Type.Null()], { description: 'Up to where it has folded the log' }),
  lagEvents: Type.Integer({ description: 'Events that it has still to fold' }),
  hasMoreEvents: Type.Boolean({ description: 'There are more: counting them all would take too long' }),
  lagSeconds: Type.Number({ description: 'Time between the first of these events and the last one of the log' }),
  failingAt: Type.Union([Position, Type.Null()], { description: 'Of the event that it cannot fold' }),
  error: Type.Union([Type.String(), Type.Null()]),
  rebuild: Type.Union([Rebuild, Type.Null()], { description: 'The last one of this version' }),
  verified: Type.Union([RecordedVerification, Type.Null()], { description: 'The last one of this version' }),
  differed: Type.Union([RecordedVerification, Type.Null()], { description: 'The last one that found a difference' }),
  skipped: Type.Array(SkippedEvent, { description: 'Events that operators have left out, also of earlier versions' }),
});
export type ProjectionReport = Static<typeof ProjectionReport>;

export const Projections = Type.Object({
  head: Type.Union([Position, Type.Null()], { description: 'The last position of the log' }),
  items: Type.Array(ProjectionReport),
});
export type Projections = Static<typeof Projections>;
