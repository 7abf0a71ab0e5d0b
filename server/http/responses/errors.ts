import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ReadModelNotBuilt, ReadModelUnavailable } from '../../../projections/read-models/read-model-store.ts';
import { AvatarsUnavailable } from '../../avatars/avatars.ts';
import { KeyReused } from '../../commands/recorded-commands.ts';
import { Overloaded } from '../../commands/stream-queue.ts';
import { Contended } from '../../commands/stream-turn.ts';
import type { ErrorResponse } from '../../core/contracts/shared.ts';
import { commentRefusals } from '../../core/domain/comments.ts';
import { NewerRelease } from '../../core/domain/event-versions.ts';
import { groceryListRefusals } from '../../core/domain/grocery-list/refusals.ts';
import { householdRefusals } from '../../core/domain/household/refusals.ts';
import { listCollectionRefusals } from '../../core/domain/list-collection/refusals.ts';
import { moderationRefusals } from '../../core/domain/moderation/refusals.ts';
import { playlistRefusals } from '../../core/domain/playlist/refusals.ts';
import { postRefusals } from '../../core/domain/post/refusals.ts';
import { recipeRefusals } from '../../core/domain/recipe/refusals.ts';
import { Refusal, type RefusalReason } from '../../core/domain/refusal.ts';
import { AppendTooLarge, EventLogUnavailable } from '../../core/event-log.ts';
import { IdentityUnavailable } from '../../identity/identity.ts';
import { PicturesUnavailable } from '../../pictures/pictures.ts';
import { PushUnavailable } from '../../push/subscriptions.ts';
import { describeInvalidInput } from '../requests/invalid-input.ts';
import { type ErrorDetails, problemResponse } from './problems.ts';

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

const userNotFound = () => new Refusal('not-found', 'USER_NOT_FOUND', 'User not found');

/** The response to an unknown id, by the name of its path parameter. An invalid id gets the same response. */
const unknownIds: Record<string, () => Refusal> = {
  postId: postRefusals.notFound,
  commentId: commentRefusals.notFound,
  playlistId: playlistRefusals.notFound,
  recipeId: playlistRefusals.recipeNotInPlaylist,
  ingredientId: groceryListRefusals.itemNotFound,
  changeId: groceryListRefusals.changeNotFound,
  listId: listCollectionRefusals.listNotFound,
  // The same response as to a household of others.
  householdId: householdRefusals.notAMember,
  invitationId: householdRefusals.invitationNotFound,
  code: householdRefusals.invitationNotFound,
  uid: householdRefusals.memberNotFound,
  id: recipeRefusals.notFound,
  userId: userNotFound,
  whose: userNotFound,
  caseId: moderationRefusals.caseNotFound,
};

/** @param parameter the name of the id in the path */
export function notFound(parameter: string): HttpError {
  const unknownId = unknownIds[parameter];
  return unknownId ? fromRefusal(unknownId()) : new HttpError(404, 'NOT_FOUND', 'There is nothing at this address');
}
export const forbidden = (message: string): HttpError => new HttpError(403, 'FORBIDDEN', message);
/** @param field path of the invalid property of the body, if it is one property */
export const invalid = (message: string, field?: string): HttpError =>
  new HttpError(422, 'INVALID_INPUT', message, { field });

export const invalidCursor = (): HttpError => invalid('This cursor is not from a previous page');
export const internal = (): HttpError => new HttpError(500, 'INTERNAL', 'Something went wrong here; please try again');

const statusOf: Record<RefusalReason, number> = { invalid: 422, forbidden: 403, 'not-found': 404, conflict: 409 };

const fromRefusal = ({ reason, code, message, field }: Refusal): HttpError =>
  new HttpError(statusOf[reason], code, message, { field });

export const tooLarge = (limitBytes: number): HttpError =>
  new HttpError(413, 'TOO_LARGE', `The body is over the limit of ${limitBytes / 1024} KiB`);

export const malformedJson = (message = 'The body is not valid JSON'): HttpError =>
  new HttpError(400, 'MALFORMED_JSON', message);
export const notJson = (): HttpError => new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON');
export const malformedUrl = (): HttpError =>
  new HttpError(400, 'MALFORMED_URL', 'The address cannot be decoded; write a % in it as %25');

/** Responses to Fastify's own errors. */
const fastifyErrors: Record<string, () => HttpError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: malformedJson,
  FST_ERR_CTP_EMPTY_JSON_BODY: () => malformedJson('The body is empty, but its type says JSON'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new HttpError(400, 'MALFORMED_BODY', 'The body is not as long as its header says'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: notJson,
  FST_ERR_BAD_URL: malformedUrl,
};

const tryAgain = 'This cannot be done right now; please try again';

/** The response to an error of the application; undefined for all others. The OpenAPI document uses it, too. */
export function applicationErrorResponse(error: Error): HttpError | undefined {
  if (error instanceof HttpError) return error;
  if (error instanceof Refusal) return fromRefusal(error);
  const problem = problemResponse(error);
  if (problem) return new HttpError(problem.status, problem.code, error.message, problem.details);
  if (error instanceof KeyReused) return new HttpError(422, error.code, error.message);
  if (error instanceof AppendTooLarge) return new HttpError(413, error.code, 'This is too much for one change');
  if (error instanceof ReadModelNotBuilt) {
    const message = 'This is being put together again; please try again in a few seconds';
    return new HttpError(503, error.code, message, { retryAfter: 5 });
  }
  if (
    error instanceof EventLogUnavailable ||
    error instanceof ReadModelUnavailable ||
    error instanceof AvatarsUnavailable ||
    error instanceof PicturesUnavailable ||
    error instanceof PushUnavailable
  ) {
    return new HttpError(503, error.code, tryAgain, { retryAfter: 2 });
  }
  if (error instanceof IdentityUnavailable) {
    return new HttpError(503, error.code, 'Signing in is not possible right now; please try again', { retryAfter: 2 });
  }
  if (error instanceof Contended || error instanceof Overloaded) {
    return new HttpError(503, error.code, error.message, { retryAfter: 1 });
  }
  if (error instanceof NewerRelease) {
    return new HttpError(503, error.code, 'Potluck is being updated; please try again in a minute', { retryAfter: 5 });
  }
  return undefined;
}

/** The only mapping of errors to responses. */
function responseTo(error: FastifyError | Error, request: FastifyRequest): HttpError {
  if (error instanceof AvatarsUnavailable) {
    request.log.error({ err: error, requestId: request.id }, 'a picture could not be stored or read; check the disk');
  }
  if (error instanceof PicturesUnavailable) {
    const message =
      'a photo could not be encoded, stored or read; check the disk and the memory, or the bucket of photos';
    request.log.error({ err: error, requestId: request.id }, message);
  }
  if (error instanceof PushUnavailable) {
    request.log.error({ err: error, requestId: request.id }, 'a push subscription is not stored; check the disk');
  }
  const response = applicationErrorResponse(error);
  if (response) return response;
  if ('validation' in error && error.validation) return fromValidation(error, request);
  if ('code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return tooLarge(request.routeOptions.bodyLimit);
  const fastifyError = 'code' in error ? fastifyErrors[error.code]?.() : undefined;
  if (fastifyError) return fastifyError;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new HttpError(status, 'BAD_REQUEST', error.message);
  request.log.error({ err: error, requestId: request.id }, 'request failed');
  return internal();
}

function fromValidation({ validation = [], validationContext }: FastifyError, request: FastifyRequest): HttpError {
  if (validationContext === 'params') return notFound(validation[0]?.instancePath.slice(1) ?? '');
  const { invalidMessage } = request.routeOptions.config;
  const { message, path } = describeInvalidInput(validation);
  return invalid(
    invalidMessage ?? `Invalid input data: ${message}`,
    validationContext === 'body' && path !== '' ? path : undefined,
  );
}

export const errorBody = ({ statusCode, code, message, details: { field, reason } }: HttpError): ErrorResponse => ({
  statusCode,
  code,
  error: STATUS_CODES[statusCode] ?? 'Error',
  message,
  ...(field !== undefined && { field }),
  ...(reason !== undefined && { reason }),
});

/** After an error, an unread body up to this size is read and discarded; for a larger one the connection is closed. */
export const maxDiscardedBytes = 32 * 1024;

/** Leaves a large refused body unread: reading and discarding it would cost more than the response. */
function leaveUnread({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  if (raw.complete || Number(headers['content-length'] ?? 0) <= maxDiscardedBytes) return;
  reply.header('connection', 'close');
  // Node discards a body that nothing has started to read. After this call, it stops once the stream buffer is full.
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
export const handleError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  send(reply, responseTo(error, request));

/** @param onFailure called for each response with a status of 500 or more */
export function registerErrors(app: FastifyInstance, onFailure: () => void = () => {}): void {
  /** Already logged messages: while a newer release runs beside this one, many requests may cause the same error. */
  const logged = new Set<string>();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof NewerRelease && !logged.has(error.message)) {
      logged.add(error.message);
      request.log.warn(
        { requestId: request.id },
        `${error.message}. Until this process is replaced, it responds to some calls with 503`,
      );
    }
    const sent = handleError(error, request, reply);
    if (reply.statusCode >= 500) onFailure();
    return sent;
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
