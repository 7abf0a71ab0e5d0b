import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, preParsingHookHandler, preValidationHookHandler } from 'fastify';
import { maxWaitMs } from '../../commands/deadline.ts';
import { isOperation } from '../openapi/operation.ts';
import { type BodyBounds, boundsOf, minBounds } from '../requests/body-bounds.ts';
import { exceededBound } from '../requests/json-shape.ts';
import { HttpError, invalid, tooLarge } from '../responses/errors.ts';
import { userOf } from './authentication.ts';
import { excludeReceiving, remainingMs } from './deadlines.ts';
import { isPartOfBatch } from './part-of-batch.ts';
import { type RateLimit, tooManyRequests } from './rate-limit.ts';
import { SlowLane, waitForOwnTurn } from './slow-lane.ts';
import { maxFormBytes } from './uploads.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Bounds of the bodies that the route accepts. */
    bodyBounds?: BodyBounds;
  }
}

/** A body counts as one more request per this many bytes, because larger bodies occupy the server for longer. */
const bytesPerRequest = 2 * 1024;

/** Larger bodies occupy the event loop for milliseconds in total. Users' texts are rarely this large. */
const largeBodyBytes = 16 * 1024;

/** Decoding would replace invalid UTF-8 by U+FFFD, which would be recorded. */
export const notUtf8 = () => new HttpError(400, 'MALFORMED_BODY', 'The body is not text in UTF-8');

/** Checks a body before it is parsed. For a large one, resolves in its own turn of the event loop. @throws HttpError */
export function checkBody(body: Buffer): Promise<unknown> | undefined {
  if (!isUtf8(body)) throw notUtf8();
  return body.length > largeBodyBytes ? waitForOwnTurn() : undefined;
}

/**
 * Bounds the bodies of all routes registered afterwards by the contracts of their operations. Accepts only JSON by
 * default; a route that accepts forms declares it.
 */
export function registerBodies(app: FastifyInstance, rateLimit: RateLimit): void {
  const slowLane = new SlowLane();
  const enterSlowLane: preParsingHookHandler = (request, reply, body, done) =>
    slowLane.enter(userOf(request).uid, reply.raw, {
      waitMs: remainingMs(request, maxWaitMs),
      proceed: () => {
        excludeReceiving(request, body);
        done();
      },
      refuse: () => done(tooManyRequests(1_000)),
    });
  /** Applies the limits before the body is read. */
  const limitUnreadBody: preParsingHookHandler = function (request, reply, body, done) {
    const length = Number(request.headers['content-length'] ?? 0);
    if (length < bytesPerRequest || isPartOfBatch(request.headers)) return done();
    const { uid } = userOf(request);
    rateLimit.user(uid, Math.floor(length / bytesPerRequest));
    if (length <= largeBodyBytes) return done();
    enterSlowLane.call(this, request, reply, body, done);
  };
  /** Uploads have a limit of their own, and are written to a file while they arrive. */
  const admitUpload = (maxBytes: number): preParsingHookHandler =>
    function (request, reply, body, done) {
      if (Number(request.headers['content-length'] ?? 0) > maxFormBytes(maxBytes)) throw tooLarge(maxBytes);
      enterSlowLane.call(this, request, reply, body, done);
    };
  app.addHook('onRoute', (route) => {
    if (route.method === 'GET' || route.method === 'HEAD' || !isOperation(route.schema)) return;
    const { upload, body } = route.schema;
    if (upload) {
      route.preParsing = admitUpload(upload.maxBytes);
      return;
    }
    const bodyBounds = boundsOf(body);
    route.bodyLimit = bodyBounds.bytes;
    route.config = { ...route.config, bodyBounds };
    route.preParsing = limitUnreadBody;
  });

  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const parseBounded = () => {
      assertShape(body, request.routeOptions.config.bodyBounds ?? minBounds);
      void parse(request, body.toString(), done);
    };
    const turn = checkBody(body);
    if (turn) turn.then(parseBounded).catch(done);
    else parseBounded();
  });
}

function assertShape(body: Buffer, bounds: BodyBounds): void {
  const exceeded = exceededBound(body, bounds);
  if (exceeded === 'depth') throw invalid(`Invalid input data: the body is nested deeper than ${bounds.depth} levels`);
  if (exceeded === 'values') throw invalid(`Invalid input data: the body has more than ${bounds.values} values`);
}

/** Treats an omitted body as an empty object. */
export const allowOmittedBody: preValidationHookHandler = (request, _reply, next) => {
  if (request.body === undefined) request.body = {};
  next();
};
