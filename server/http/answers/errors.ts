import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReadModelUnavailable } from '../../../projections/read-models/read-model-store.ts';
import { AvatarsUnavailable } from '../../avatars/avatars.ts';
import { KeyReused } from '../../commands/recorded-commands.ts';
import { Overloaded } from '../../commands/stream-queue.ts';
import { Contended } from '../../commands/stream-turn.ts';
import type { ErrorAnswer } from '../../core/contracts/shared.ts';
import { NewerRelease } from '../../core/domain/event-versions.ts';
import { Refusal, type RefusalReason } from '../../core/domain/refusal.ts';
import { AppendTooLarge, EventLogUnavailable } from '../../core/event-log.ts';
import { AccountProblem, type AccountProblemCode, IdentityUnavailable } from '../../identity/identity.ts';
import { VideoProblem, type VideoProblemCode } from '../../videos/videos.ts';
import { describeInvalidInput } from '../requests/invalid-input.ts';

interface ErrorDetails {
  /** Seconds after which the same request may succeed. */
  readonly retryAfter?: number;
  /** Path of the invalid property of the body. */
  readonly field?: string | undefined;
}

/** An error response, thrown from routes and hooks. */
export class HttpError extends Error {
  readonly statusCode: number;
  readonly code: string;
  readonly details: ErrorDetails;

  constructor(statusCode: number, code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'HttpError';
    this.statusCode = statusCode;
    this.code = code;
    this.details = details;
  }
}

/**
 * The response to an unknown id, by the name of its path parameter, with the deciders' messages. An invalid id gets the
 * same response.
 */
const named: Record<string, [code: string, message: string]> = {
  postId: ['POST_NOT_FOUND', 'Post not found'],
  commentId: ['COMMENT_NOT_FOUND', 'Comment not found'],
  playlistId: ['PLAYLIST_NOT_FOUND', 'Playlist not found'],
  recipeId: ['RECIPE_NOT_IN_PLAYLIST', 'This recipe is not in the playlist'],
  ingredientId: ['ITEM_NOT_FOUND', 'This item is not on the list'],
  id: ['RECIPE_NOT_FOUND', 'Recipe not found'],
  userId: ['USER_NOT_FOUND', 'User not found'],
};

/** @param parameter the name of the id in the path */
export function notFound(parameter: string): HttpError {
  const [code, message] = named[parameter] ?? ['NOT_FOUND', 'There is nothing at this address'];
  return new HttpError(404, code, message);
}
export const forbidden = (message: string): HttpError => new HttpError(403, 'FORBIDDEN', message);
/** @param field path of the invalid property of the body, if it is one property */
export const invalid = (message: string, field?: string): HttpError =>
  new HttpError(422, 'INVALID_INPUT', message, { field });

const statusOf: Record<RefusalReason, number> = { invalid: 422, forbidden: 403, 'not-found': 404, conflict: 409 };

const videoStatus: Record<VideoProblemCode, [status: number, details?: ErrorDetails]> = {
  VIDEO_NOT_FOUND: [404],
  NO_CAPTIONS: [404],
  VIDEO_QUOTA_EXHAUSTED: [503, { retryAfter: 3_600 }],
  VIDEO_TIMEOUT: [504],
  VIDEO_SERVICE_UNAVAILABLE: [503, { retryAfter: 30 }],
  VIDEO_IMPORT_NOT_CONFIGURED: [501],
};

/** The fields belong to the profile form. */
const accountStatus: Record<Exclude<AccountProblemCode, 'ACCOUNT_GONE'>, [status: number, details?: ErrorDetails]> = {
  EMAIL_IN_USE: [409, { field: 'email' }],
  INVALID_EMAIL: [422, { field: 'email' }],
  WEAK_PASSWORD: [422, { field: 'newPassword' }],
  TOO_MANY_ATTEMPTS: [429, { retryAfter: 300 }],
};

/** @param limit in bytes */
export const tooLarge = (limit: number): HttpError =>
  new HttpError(413, 'TOO_LARGE', `The body is over the limit of ${limit / 1024} KiB`);

/** Responses for Fastify's own errors. */
const framework: Record<string, [status: number, code: string, message: string]> = {
  FST_ERR_CTP_INVALID_JSON_BODY: [400, 'MALFORMED_JSON', 'The body is not valid JSON'],
  FST_ERR_CTP_EMPTY_JSON_BODY: [400, 'MALFORMED_JSON', 'The body is empty, but its type says JSON'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: [400, 'MALFORMED_BODY', 'The body is not as long as its header says'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: [415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON'],
  FST_ERR_BAD_URL: [400, 'MALFORMED_URL', 'The address cannot be decoded; write a % in it as %25'],
};

/** The only mapping of errors to responses. */
function answerOf(error: FastifyError | Error, request: FastifyRequest): HttpError {
  if (error instanceof HttpError) return error;
  if (error instanceof Refusal) {
    return new HttpError(statusOf[error.reason], error.code, error.message, { field: error.field });
  }
  if (error instanceof VideoProblem) {
    const [status, details] = videoStatus[error.code];
    return new HttpError(status, error.code, error.message, details);
  }
  if (error instanceof AccountProblem) {
    // The same response as for any token of a deleted account.
    if (error.code === 'ACCOUNT_GONE') return new HttpError(401, 'INVALID_TOKEN', error.message);
    const [status, details] = accountStatus[error.code];
    return new HttpError(status, error.code, error.message, details);
  }
  if (error instanceof KeyReused) return new HttpError(422, error.code, error.message);
  if (error instanceof AppendTooLarge) return new HttpError(413, error.code, 'This is too much for one change');
  if (error instanceof EventLogUnavailable || error instanceof ReadModelUnavailable) {
    return new HttpError(503, error.code, 'This cannot be done right now; please try again', { retryAfter: 2 });
  }
  if (error instanceof IdentityUnavailable) {
    return new HttpError(503, error.code, 'Signing in is not possible right now; please try again', { retryAfter: 2 });
  }
  if (error instanceof AvatarsUnavailable) {
    request.log.error({ err: error, requestId: request.id }, 'a picture could not be kept or read, see the disk');
    return new HttpError(503, error.code, 'This cannot be done right now; please try again', { retryAfter: 2 });
  }
  if (error instanceof Contended || error instanceof Overloaded) {
    return new HttpError(503, error.code, error.message, { retryAfter: 1 });
  }
  if (error instanceof NewerRelease) {
    return new HttpError(503, error.code, 'Potluck is being updated; please try again in a minute', { retryAfter: 5 });
  }
  if ('validation' in error && error.validation) return ofValidation(error, request);
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit);
  const known = 'code' in error ? framework[error.code] : undefined;
  if (known) return new HttpError(...known);
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new HttpError(status, 'BAD_REQUEST', error.message);
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return new HttpError(500, 'INTERNAL', 'Something went wrong here; please try again');
}

function ofValidation({ validation = [], validationContext }: FastifyError, request: FastifyRequest): HttpError {
  if (validationContext === 'params') return notFound(validation[0]?.instancePath.slice(1) ?? '');
  const { invalidMessage } = request.routeOptions.config;
  const { message, path } = describeInvalidInput(validation);
  return invalid(
    invalidMessage ?? `Invalid input data: ${message}`,
    validationContext === 'body' && path !== '' ? path : undefined,
  );
}

export const errorBody = ({ statusCode, code, message, details: { field } }: HttpError): ErrorAnswer => ({
  statusCode,
  code,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  ...(field !== undefined && { field }),
});

/** After an error, an unread body up to this size is read and discarded; for a larger one the connection is closed. */
const maxDiscardedBytes = 32 * 1024;

/** Leaves a large refused body unread: reading and discarding it would cost more than the response. */
function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || Number(headers['content-length'] ?? 0) <= maxDiscardedBytes) return;
  reply.header('connection', 'close');
  // Node reads and discards a body on which no read has begun. After this read it stops at a full stream buffer.
  raw.read(0);
}

function send(reply: FastifyReply, error: HttpError): FastifyReply {
  const { statusCode, details } = error;
  leaveUnread(reply.request, reply);
  if (details.retryAfter !== undefined) reply.header('retry-after', details.retryAfter);
  if (statusCode === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(statusCode).send(errorBody(error));
}

/** Also handles errors before routing. */
export const answerError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, answerOf(error, request));

export function registerErrors(app: FastifyInstance): void {
  /** Messages logged already: while a newer release runs beside this one, many requests may meet the same error. */
  const logged = new Set<string>();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof NewerRelease && !logged.has(error.message)) {
      logged.add(error.message);
      request.log.warn(
        { requestId: request.id },
        `${error.message}. Until this one is replaced, it answers some calls by 503`,
      );
    }
    return answerError(error, request, reply);
  });
  app.setNotFoundHandler((request, reply) =>
    send(reply, new HttpError(404, 'NOT_FOUND', `There is no ${request.method} ${request.url.split('?', 1)[0]}`)),
  );
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Replaces the generated message when a body does not match its schema. */
    invalidMessage?: string;
  }
}
