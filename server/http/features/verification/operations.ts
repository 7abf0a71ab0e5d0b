import { StreamPath } from '../../../core/contracts/time-travel.ts';
import {
  Checkpoints,
  CheckpointsQuery,
  ConsistencyProofQuery,
  LatestVerification,
  ProofPath,
  ProofQuery,
  StreamProofQuery,
  Verification,
  VerificationBody,
} from '../../../core/contracts/verification.ts';
import { EventLogUnavailable } from '../../../core/event-log.ts';
import { forOperators } from '../../openapi/for-operators.ts';
import { bytes, json, noContent, type Operation } from '../../openapi/operation.ts';
import { HttpError, notFound } from '../../responses/errors.ts';
import { unknownStream } from '../audit/time-travel-operations.ts';
import { unknownProjection } from '../projections/operations.ts';

export const alreadyVerifying = (): HttpError =>
  new HttpError(409, 'ALREADY_VERIFYING', 'A verification is running: see its progress');
export const noProof = (message: string): HttpError => new HttpError(404, 'NOT_SEALED', message);
export const noCheckpoint = (): HttpError =>
  new HttpError(400, 'NO_CHECKPOINT', 'That is not a checkpoint: send the whole signed note, as it was kept');
export const differsFromSeal = (message: string): HttpError => new HttpError(409, 'DIFFERS', message);

const running = {
  id: '019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40',
  state: 'running',
  startedAt: '2026-11-18T17:30:00.000Z',
  startedBy: 'kq3ZbX0yJvM8fTn2LrWc',
  endedAt: null,
  projection: null,
  head: '1050',
  replayed: '400',
  models: [],
  modelCount: 12,
  differences: [],
  differenceCount: 0,
  seals: {
    state: 'waiting',
    size: null,
    checked: 0,
    checkpoints: null,
    keys: [],
    isComplete: null,
    findings: [],
    findingCount: 0,
  },
  error: null,
} satisfies Verification;

export const startVerification = {
  ...forOperators,
  summary: 'Start to verify the read models and the seals',
  description:
    'Replays the log into a shadow of each read model of this process and compares them, while it serves requests; then compares the log with its seals. One at a time.',
  body: VerificationBody,
  isBodyOptional: true,
  bodyExamples: { 'One projection': { projection: 'posts' } },
  responses: [json(202, 'It has started', Verification, { 'Just started': running })],
  errors: [notFound('role'), alreadyVerifying(), unknownProjection('post', ['posts']), new EventLogUnavailable('')],
} satisfies Operation;

export const readVerification = {
  ...forOperators,
  summary: 'Read the progress or the result of the latest verification',
  responses: [json(200, 'The verification', LatestVerification, { 'A running one': running, 'None yet': null })],
  errors: [notFound('role')],
} satisfies Operation;

export const notVerifying = (): HttpError => new HttpError(409, 'NOT_VERIFYING', 'No verification is running');

export const stopVerification = {
  ...forOperators,
  summary: 'Stop the running verification',
  description: 'What it has found so far stays.',
  responses: [noContent('It stops')],
  errors: [notFound('role'), notVerifying()],
} satisfies Operation;

export const readCheckpoints = {
  ...forOperators,
  summary: 'Read the newest checkpoints of the event log',
  querystring: CheckpointsQuery,
  responses: [
    json(200, 'The checkpoints', Checkpoints, {
      'The newest one': {
        items: [
          {
            size: 1050,
            upTo: '2026-11-18T17:30:00.000Z',
            root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
            origin: 'potluck.example/log',
            note: 'potluck.example/log\n1050\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n\n— potluck.example/log ...\n',
          },
        ],
      },
    }),
  ],
  errors: [notFound('role')],
} satisfies Operation;

export const readProof = {
  ...forOperators,
  summary: 'Read a proof that an event is in the log',
  description:
    'A file (C2SP tlog-proof) that a third party checks with the public key alone. It contains the event: for each user whose private data that is, the access is recorded first, with the reason.',
  params: ProofPath,
  querystring: ProofQuery,
  responses: [bytes(200, 'The proof', ['text/plain'])],
  errors: [
    notFound('role'),
    noProof('No event at position 1042 is sealed'),
    differsFromSeal('The event at position 1042 is not the one that was sealed'),
    new EventLogUnavailable(''),
  ],
} satisfies Operation;

export const readStreamProof = {
  ...readProof,
  summary: 'Read a proof that something in a stream existed',
  description:
    'Of the first event that names an item, such as a comment, or of the last event up to a point; otherwise as `/audit/proofs/{position}`.',
  params: StreamPath,
  querystring: StreamProofQuery,
  errors: [...readProof.errors, unknownStream('No event of post-1 names 2')],
} satisfies Operation;

export const readConsistencyProof = {
  ...forOperators,
  summary: 'Read a proof that the log still begins as an earlier checkpoint says',
  description:
    'A file that a third party checks with the public key and the checkpoint that was kept. It contains hashes alone.',
  querystring: ConsistencyProofQuery,
  responses: [bytes(200, 'The proof', ['text/plain'])],
  errors: [
    notFound('role'),
    noCheckpoint(),
    noProof('There is no checkpoint yet: start the server, or run `audit seal`'),
    differsFromSeal(
      'The log has 1050 sealed events and the earlier checkpoint 2000: events were removed, or it is of another log',
    ),
  ],
} satisfies Operation;
