import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../commands/ids.ts';

/** Sends JSON that is ready, without parsing or serialising it again. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);

/**
 * Positions mean something within one log only, and documents may be built otherwise by the next release: what a
 * browser kept from another process is read again.
 */
const edition = newId();

export const etagOf = (version: string): string => `"${edition}:${version}"`;

/** The version that an ETag names, whichever process gave it; undefined for what is none of ours. */
export const versionIn = (etag: string): string | undefined => /^(?:W\/)?"[^":]+:([^"]+)"$/.exec(etag.trim())?.[1];

/**
 * Marks the answer with its version; true when the reader has this version already, and 304 is sent. The version
 * names all that the answer depends on beside its address, the reader included.
 */
export function notModified(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const etag = etagOf(version);
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return false;
  reply.code(304).send();
  return true;
}
