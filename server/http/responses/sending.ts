import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../commands/ids.ts';

/** Sends serialized JSON without parsing or serializing it again. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);

/**
 * Part of every ETag, so that responses cached from another process or before a rebuild are never reused: positions are
 * valid within one log only, and another release or a rebuild may build other documents at the same positions.
 */
let edition = newId();

/** Of responses whose versions can be compared. */
export const currentEdition = (): string => edition;

/** After it, no ETag from before matches. */
export function renewEdition(): void {
  edition = newId();
}

export const etagOf = (version: string): string => `"${edition}:${version}"`;

/** The version in an ETag of any edition; undefined for a foreign ETag. */
export const versionOfEtag = (etag: string): string | undefined => /^(?:W\/)?"[^":]+:([^"]+)"$/.exec(etag.trim())?.[1];

/**
 * Sets the response's ETag. If the reader has this version already, sends 304 and returns true. The version must cover
 * all that the response depends on besides its URL, including the reader.
 */
export function send304IfUnchanged(request: FastifyRequest, reply: FastifyReply, version: string): boolean {
  const etag = etagOf(version);
  reply.header('etag', etag);
  if (request.headers['if-none-match'] !== etag) return false;
  reply.code(304).send();
  return true;
}
