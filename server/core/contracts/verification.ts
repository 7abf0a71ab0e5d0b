import { type Static, Type } from 'typebox';
import { Position, Why } from './audit.ts';
import { Timestamp } from './shared.ts';
import { Point } from './time-travel.ts';

export const VerificationBody = Type.Object({
  projection: Type.Optional(Type.String({ maxLength: 100, description: 'Only this one, without the seals' })),
});

const nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

const ModelDifference = Type.Object({
  projection: Type.String({ description: 'With its version, such as `posts@6`' }),
  item: Type.String({ description: 'Such as `document posts/019da8b0…`, or why the read model as a whole is wrong' }),
  kind: Type.Enum(['document', 'entry', 'model']),
  expected: Type.Optional(Type.Unknown({ description: 'By the log. Absent: the item should not exist' })),
  actual: Type.Optional(Type.Unknown({ description: 'In the read model. Absent: the item is missing' })),
  isPrivate: Type.Optional(
    Type.Literal(true, {
      description: 'Without the documents, which not everybody can read: see the state of the stream, with a reason',
    }),
  ),
});

export type ModelDifference = Static<typeof ModelDifference>;

const VerifiedModel = Type.Object({
  projection: Type.String(),
  position: nullable(Position, 'Where the comparison ended'),
  compared: Type.Integer({ description: 'Comparisons of documents and index entries' }),
  differences: Type.Integer(),
});

const SealFinding = Type.Object({
  kind: Type.Enum(['changed', 'redated', 'removed', 'inserted', 'reordered', 'unreadable', 'tile', 'checkpoint']),
  message: Type.String(),
  position: Type.Optional(Position),
  stream: Type.Optional(Type.String()),
});

const VerifiedSeals = Type.Object({
  state: Type.Enum(['waiting', 'running', 'done'], { description: 'They are checked after the read models' }),
  size: nullable(Type.Integer(), 'Number of sealed events. Null until the check is done'),
  checked: Type.Integer({ description: 'Sealed events that have been compared so far' }),
  checkpoints: nullable(Type.Integer(), 'Number of checkpoints. Null until the check is done'),
  keys: Type.Array(
    Type.Object({
      key: Type.String({ description: 'A public key' }),
      fromSize: Type.Integer({ description: 'The size of the first checkpoint that it has signed' }),
    }),
    { description: 'The keys that have signed, in order. More than one: the key was replaced' },
  ),
  isComplete: nullable(Type.Boolean(), 'False: ended early, after very many findings'),
  findings: Type.Array(SealFinding, { description: 'The first 1,000' }),
  findingCount: Type.Integer(),
});
export type VerifiedSeals = Static<typeof VerifiedSeals>;

/** A comparison of the read models of one process, and of the log with its seals. */
export const Verification = Type.Object({
  id: Type.String(),
  state: Type.Enum(['running', 'done', 'failed', 'stopped'], {
    description:
      '`done`: with `differenceCount` and the findings of the seals as its result. `failed`: see `error`. `stopped`: by an operator',
  }),
  startedAt: Timestamp,
  startedBy: Type.String({ description: 'The user id of the operator' }),
  endedAt: nullable(Timestamp, 'Null while it is running'),
  projection: nullable(Type.String(), 'Null: all of them, and the seals'),
  head: nullable(Position, 'The last position of the log at the start'),
  replayed: nullable(Position, 'Up to where the log has been replayed'),
  models: Type.Array(VerifiedModel, { description: 'Those that have been compared as a whole' }),
  modelCount: Type.Integer({ description: 'How many are to be compared' }),
  differences: Type.Array(ModelDifference, { description: 'The first 1,000' }),
  differenceCount: Type.Integer(),
  seals: nullable(VerifiedSeals, 'Null: not part of this verification'),
  error: nullable(Type.String(), 'Why it could not be finished'),
});
export type Verification = Static<typeof Verification>;

export const LatestVerification = nullable(
  Verification,
  'Null: this process has not verified anything since it started',
);
export type LatestVerification = Static<typeof LatestVerification>;

export const ProofPath = Type.Object({ position: Position });
const size = Type.Integer({
  minimum: 1,
  description: 'Prove it by the checkpoint of this many events, which was kept. Default: the newest one',
});
export const ProofQuery = Type.Object({ why: Why, size: Type.Optional(size) }, { additionalProperties: false });

export const StreamProofQuery = Type.Object(
  {
    why: Why,
    item: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          'The first event that names this id, such as the one that added a comment. Default: the last event',
      }),
    ),
    at: Type.Optional({ ...Point, description: 'No event after this position or time' }),
    size: Type.Optional(size),
  },
  { additionalProperties: false },
);

/** A checkpoint has some 300 characters; each more signature adds 150. */
const maxCheckpointLength = 2_000;
export const ConsistencyProofQuery = Type.Object(
  {
    checkpoint: Type.String({
      minLength: 1,
      maxLength: maxCheckpointLength,
      description: 'The earlier checkpoint as it was kept: the signed note with its line breaks',
    }),
  },
  { additionalProperties: false },
);

export const CheckpointsQuery = Type.Object(
  {
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, description: 'Default: 20' })),
  },
  { additionalProperties: false },
);

export const Checkpoints = Type.Object({
  items: Type.Array(
    Type.Object({
      size: Type.Integer({ description: 'Number of sealed events' }),
      upTo: nullable(Timestamp, 'When the last of these events was recorded. Null: not known'),
      root: Type.String({ description: 'Of their Merkle tree, in base64' }),
      origin: Type.String({ description: 'The name of the log' }),
      note: Type.String({ description: 'The checkpoint itself, as it was signed' }),
    }),
    { description: 'Newest first' },
  ),
});
export type Checkpoints = Static<typeof Checkpoints>;
