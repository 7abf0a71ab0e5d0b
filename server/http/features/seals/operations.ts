import { bytes, type Operation } from '../../openapi/operation.ts';
import { HttpError } from '../../responses/errors.ts';

const publicCall = { tag: 'Audit', token: 'optional' } as const;

export const nothingSealed = (): HttpError =>
  new HttpError(404, 'NOTHING_SEALED', 'Nothing is sealed yet: ask again in a minute');

export const readCheckpoint = {
  ...publicCall,
  summary: 'Read the newest checkpoint of the event log',
  description:
    'A signed note (C2SP tlog-checkpoint): the name of the log, its number of sealed events, the root of their Merkle tree (RFC 6962), and the signature. A client that keeps it can later prove whether the log was changed.',
  responses: [bytes(200, 'The checkpoint', ['text/plain'])],
  errors: [nothingSealed()],
} satisfies Operation;

export const readPublicKey = {
  ...publicCall,
  summary: 'Read the public key of the checkpoints',
  description:
    'A note verifier string (C2SP signed-note) a line. The first is of the key in use; the others are of earlier keys, newest first.',
  responses: [bytes(200, 'The keys', ['text/plain'])],
  errors: [nothingSealed()],
} satisfies Operation;
