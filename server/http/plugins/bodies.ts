import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, preValidationHookHandler } from 'fastify';
import { HttpError } from '../errors.ts';

/** Decoding puts a sign of its own in the place of bytes that are no UTF-8, and that would be kept. */
export const notUtf8 = () => new HttpError(400, 'MALFORMED_BODY', 'The body is not text in UTF-8');

/** Only JSON is read by default; routes that take forms say so. */
export function registerJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (isUtf8(body)) void parse(request, body.toString(), done);
    else done(notUtf8());
  });
}

/** A body that is left out is one that names nothing. */
export const bodyMayBeLeftOut: preValidationHookHandler = (request, _reply, next) => {
  if (request.body === undefined) request.body = {};
  next();
};
