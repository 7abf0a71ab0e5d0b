import type { PublishedSeals } from '../../../audit/seals/seal-folder.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import type { Routes } from '../../requests/typed.ts';
import { nothingSealed, readCheckpoint, readPublicKey } from './operations.ts';

export interface SealsDeps {
  readonly seals: PublishedSeals;
  readonly authentication: Authentication;
}

const type = 'text/plain; charset=utf-8';
/** C2SP tlog-tiles: a few seconds at most, since a checkpoint is replaced by the next. */
const cacheBriefly = 'public, max-age=5';

/** What anybody may keep in order to check the log later. */
export function sealRoutes(app: Routes, { seals, authentication }: SealsDeps): void {
  const onRequest = authentication.optional;
  app.get('/audit/checkpoint', { schema: readCheckpoint, onRequest }, async (_request, reply) => {
    const checkpoint = await seals.checkpoint();
    if (!checkpoint) throw nothingSealed();
    return reply.headers({ 'content-type': type, 'cache-control': cacheBriefly }).send(checkpoint.text);
  });

  app.get('/audit/public-key', { schema: readPublicKey, onRequest }, async (_request, reply) => {
    const keys = await seals.publicKeys();
    if (keys.length === 0) throw nothingSealed();
    return reply.headers({ 'content-type': type, 'cache-control': cacheBriefly }).send(`${keys.join('\n')}\n`);
  });
}
