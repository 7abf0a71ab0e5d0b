import { hash, randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { derivedId, newId } from '../../commands/ids.ts';
import type { RequestOfCommand } from '../../commands/recorded-commands.ts';
import type { CommandContext } from '../../commands/task.ts';
import { headerNames } from '../../core/contracts/shared.ts';
import { userOf } from '../plugins/authentication.ts';
import { partOfBatch } from '../plugins/part-of-batch.ts';
import { invalid } from '../responses/errors.ts';

const keyPattern = /^[\w-]{8,128}$/;

/**
 * The user, ids and request of a command, from the verified token and the headers. The command's id is derived from
 * what determines its stream, so that a repeated request finds the events of the first one in that stream.
 * @throws HttpError for an invalid Idempotency-Key
 */
export function contextOf(request: FastifyRequest): CommandContext {
  const key = request.headers[headerNames.idempotencyKey];
  if (key !== undefined && (typeof key !== 'string' || !keyPattern.test(key))) {
    throw invalid('Idempotency-Key must be 8 to 128 letters, digits, hyphens or underscores, such as a UUID');
  }
  const { uid: actor } = userOf(request);
  const { id: correlationId, method, deadline } = request;
  if (key === undefined) return { actor, commandId: newId(), correlationId, deadline };
  const address = addressOf(request);
  const commandId = derivedId('command', actor, method, address, key);
  const part = partOfBatch(request.headers);
  const identified = identify(request, address, actor, key);
  return { actor, commandId, correlationId, deadline, request: identified, ...(part && { part }) };
}

/**
 * The normalized address: no trailing slash, which the router ignores, and a sorted query. Clients send it in this
 * form, so recorded ids and fingerprints stay valid. The command's id requires it, too: with another spelling of the
 * address, a repeated request would get another id, and be executed again.
 */
function addressOf({ url }: FastifyRequest): string {
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  const query =
    end === -1
      ? ''
      : url
          .slice(end + 1)
          .split('&')
          .sort()
          .join('&');
  return (path.endsWith('/') ? path.slice(0, -1) : path) + (query && `?${query}`);
}

/**
 * Ignores a body that the route does not read. The key is part of each hash, so that the hash of a short text cannot be
 * looked up.
 */
function identify(request: FastifyRequest, address: string, uid: string, key: string): RequestOfCommand {
  const { method, body, routeOptions } = request;
  const { shown, secrets } = separateSecrets(
    routeOptions.schema?.body === undefined ? undefined : body,
    routeOptions.config.secretFields ?? [],
  );
  return {
    key: shortHash(uid, key),
    fingerprint: shortHash(uid, key, method, address, canonical(shown)),
    ...(secrets.length > 0 && { secrets: shortHash(processSecret, ...secrets) }),
  };
}

const processSecret = randomBytes(32).toString('base64url');

/** Replaces the secrets in a body by `true` and returns them separately. */
function separateSecrets(body: unknown, names: readonly string[]): { shown: unknown; secrets: string[] } {
  if (!isObject(body) || names.length === 0) return { shown: body, secrets: [] };
  const secrets: string[] = [];
  const shown = { ...body };
  for (const name of names) {
    if (shown[name] === undefined) continue;
    secrets.push(canonical(shown[name]));
    shown[name] = true;
  }
  return { shown, secrets };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Writes a JSON value as text, independent of the order of its objects' properties. Each string is prefixed with its
 * length and each object with its size, so that different values have different texts.
 */
function canonical(value: unknown): string {
  if (typeof value === 'string') return `${value.length}"${value}`;
  if (typeof value !== 'object' || value === null) return `${value};`;
  let parts = '';
  if (Array.isArray(value)) {
    for (const part of value) parts += canonical(part);
    return `${value.length}[${parts}`;
  }
  // In the order of recorded fingerprints: by UTF-16 code units.
  const names = Object.keys(value).sort();
  for (const name of names) parts += canonical(name) + canonical(value[name as keyof typeof value]);
  return `${names.length}{${parts}`;
}

/** 132 bits of SHA-256. Each text is prefixed with its length, so that different lists have different inputs. */
function shortHash(...texts: readonly string[]): string {
  let input = '';
  for (const text of texts) input += `${text.length}:${text}`;
  return hash('sha256', input, 'base64url').slice(0, 22);
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Properties of the body from which nothing may be recorded. */
    secretFields?: readonly string[];
  }
}
