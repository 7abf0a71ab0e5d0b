import type { FastifyReply, FastifyRequest } from 'fastify';
import { newId } from '../../commands/ids.ts';

/** Sends serialized JSON without parsing or serializing it again. */
export const sendJson = (reply: FastifyReply, json: string): FastifyReply =>
  reply.header('content-type', 'application/json; charset=utf-8').send(json);

/**
 * Part of every ETag, so that responses cached from another process are never reused: positions are valid within one
 * log only, and another release may build documents differently.
 */
const instanceId = newId();

export const etagOf = (version: string): string => `"${instanceId}:${version}"`;

/** The version in an ETag of any process; undefined for a foreign ETag. */
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
