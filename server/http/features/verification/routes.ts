import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { findInStream } from '../../../audit/find-in-stream.ts';
import { presentCheckpoint } from '../../../audit/presenters.ts';
import { parseCheckpoint } from '../../../audit/seals/checkpoint.ts';
import { listCheckpoints } from '../../../audit/seals/list-checkpoints.ts';
import { formatProof, type InclusionProof } from '../../../audit/seals/proof-file.ts';
import { checkpointOf, NoProof, proveConsistency, proveInclusion } from '../../../audit/seals/prove.ts';
import { type PublishedSeals, sealFolder } from '../../../audit/seals/seal-folder.ts';
import { TileMissing } from '../../../audit/seals/tile-folder.ts';
import { UnknownStream } from '../../../audit/time-travel/replay.ts';
import type { Verifications } from '../../../audit/verifications.ts';
import type { Checkpoints, Verification } from '../../../core/contracts/verification.ts';
import type { EventMetadata, ReadableLog } from '../../../core/event-log.ts';
import { userOf } from '../../plugins/authentication.ts';
import { allowOmittedBody } from '../../plugins/bodies.ts';
import type { Routes } from '../../requests/typed.ts';
import { type AccessRecorder, accessBy, changesOf, recordRefusal } from '../audit/access-recorder.ts';
import { pointOf } from '../audit/points.ts';
import { privateProjections } from '../audit/private-streams.ts';
import { unknownStream } from '../audit/time-travel-operations.ts';
import { unknownProjection } from '../projections/operations.ts';
import * as operations from './operations.ts';

type ModelDifference = Verification['differences'][number];

export interface VerificationDeps {
  readonly log: Pick<ReadableLog, 'readAll' | 'readStream'>;
  readonly verifications: Verifications;
  readonly seals: PublishedSeals;
  readonly recorder: AccessRecorder;
  /** Lets only operators pass. */
  readonly onRequest: onRequestHookHandler[];
}

/** Whether read models and seals are right, and proofs of events, as `potluck audit verify` and `prove`. */
export function verificationRoutes(app: Routes, deps: VerificationDeps): void {
  const { log, verifications, seals, recorder, onRequest } = deps;
  const folder = sealFolder(seals.path);

  app.post(
    '/audit/verifications',
    { schema: operations.startVerification, onRequest, preValidation: allowOmittedBody },
    async (request, reply) => {
      const { projection } = request.body;
      const { names } = verifications;
      if (projection !== undefined && !names.includes(projection)) throw unknownProjection(projection, names);
      const started = verifications.start({ by: userOf(request).uid, projection });
      if (!started) throw operations.alreadyVerifying();
      return reply.code(202).send(started);
    },
  );

  app.get(
    '/audit/verifications/latest',
    { schema: operations.readVerification, onRequest },
    async (_request, reply) => {
      const latest = verifications.latest();
      const shown = latest
        ? ({ ...latest, differences: latest.differences.map(withoutPrivateDocuments) } satisfies Verification)
        : null;
      // Fastify would send null as an empty body.
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(shown));
    },
  );

  app.delete('/audit/verifications/latest', { schema: operations.stopVerification, onRequest }, (_request, reply) => {
    if (!verifications.stop()) throw operations.notVerifying();
    return reply.code(204).send();
  });

  app.get('/audit/checkpoints', { schema: operations.readCheckpoints, onRequest }, async (request) => {
    const listed = await listCheckpoints(folder, request.query.limit ?? 20);
    return { items: listed.map(presentCheckpoint) } satisfies Checkpoints;
  });

  app.get('/audit/proofs/:position', { schema: operations.readProof, onRequest }, (request, reply) => {
    const { why, size } = request.query;
    return sendProof(request, reply, { position: BigInt(request.params.position), why, size });
  });

  app.get('/audit/streams/:stream/proof', { schema: operations.readStreamProof, onRequest }, async (request, reply) => {
    const { why, size, item, at } = request.query;
    const { stream } = request.params;
    const finding = findInStream(log, { stream, item, at: at === undefined ? undefined : pointOf(at) });
    const { position } = await withStatus(recordRefusal(recorder, accessBy(request), why, finding));
    return sendProof(request, reply, { position, why, size });
  });

  app.get(
    '/audit/consistency-proof',
    { schema: operations.readConsistencyProof, onRequest },
    async (request, reply) => {
      const earlier = parseCheckpoint(request.query.checkpoint);
      if (!earlier) throw operations.noCheckpoint();
      const proof = await withStatus(proveConsistency(folder, earlier));
      return sendFile(reply, `since-${earlier.size}.tlog-proof`, formatProof(proof));
    },
  );

  async function sendProof(request: FastifyRequest, reply: FastifyReply, { position, why, size }: WantedProof) {
    const proof = await withStatus(prove(position, size));
    const { stream, metadata }: { stream: string; metadata: EventMetadata } = JSON.parse(proof.entry);
    await recorder.record(accessBy(request), { events: [{ stream, position, meta: metadata }], what: changesOf, why });
    return sendFile(reply, `event-${position}.tlog-proof`, formatProof(proof));
  }

  const prove = async (position: bigint, size: number | undefined): Promise<InclusionProof> =>
    proveInclusion(folder, log, position, size === undefined ? undefined : await checkpointOf(folder, size));
}

function sendFile(reply: FastifyReply, name: string, text: string): FastifyReply {
  const disposition = `attachment; filename="${name}"`;
  return reply.headers({ 'content-type': 'text/plain; charset=utf-8', 'content-disposition': disposition }).send(text);
}

interface WantedProof {
  readonly position: bigint;
  readonly why: string;
  /** Of the checkpoint. */
  readonly size: number | undefined;
}

/** A verification is no access to the data of those whose documents differ, so it does not show these. */
function withoutPrivateDocuments(difference: ModelDifference): ModelDifference {
  const [name = ''] = difference.projection.split('@');
  if (difference.kind !== 'document' || !privateProjections.has(name)) return difference;
  const { expected, actual, ...rest } = difference;
  return {
    ...rest,
    ...(expected !== undefined && { expected: withoutDocument(expected) }),
    ...(actual !== undefined && { actual: withoutDocument(actual) }),
    isPrivate: true,
  };
}

const withoutDocument = (part: unknown): object =>
  typeof part === 'object' && part !== null && 'position' in part ? { position: part.position } : {};

/** Gives the errors of the seals their status. */
async function withStatus<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw responseTo(error);
  }
}

function responseTo(error: unknown): unknown {
  if (error instanceof UnknownStream) return unknownStream(error.message);
  if (error instanceof NoProof && error.code === 'NOT_SEALED') return operations.noProof(error.message);
  const isFound = error instanceof NoProof || error instanceof TileMissing;
  return isFound ? operations.differsFromSeal(error.message) : error;
}
