import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { HttpError } from '../errors.ts';

/** What surrounds the fields of a form is part of what is sent, so the length says how much there is to read. */
const maxBytes = 1024 * 1024;

/** Reads bodies that come as forms, with fields but without files, into objects as JSON would give them. */
export async function registerForms(app: FastifyInstance): Promise<void> {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.headers['content-type']?.startsWith('multipart/')) return done(null, payload);
    const length = Number(request.headers['content-length']);
    if (Number.isNaN(length)) return done(new HttpError(411, 'LENGTH_REQUIRED', 'A form must say how long it is'));
    if (length > maxBytes) return done(new HttpError(413, 'TOO_LARGE', 'The body is over the limit of 1 MiB'));
    done(null, payload);
  });
  await app.register(formbody);
  await app.register(multipart, {
    attachFieldsToBody: 'keyValues',
    limits: { files: 0, fields: 20, parts: 20, fieldSize: 128 * 1024 },
  });
}
