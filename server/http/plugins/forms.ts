import { isUtf8 } from 'node:buffer';
import { Busboy } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError } from '../errors.ts';
import { notUtf8 } from './bodies.ts';

/** A field that is given twice is a list, which no schema takes for one. */
type Fields = Record<string, string | string[]>;

/** What is beyond is not read: no form that is taken here has so many. */
const mostFields = 20;

const unreadable = () => new HttpError(400, 'MALFORMED_BODY', 'The form is not readable');
const noFiles = () => new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Files cannot be sent here, only fields');

/** Reads bodies that come as forms, with fields but without files, into objects as JSON would give them. */
export function registerForms(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    if (!isUtf8(body)) throw notUtf8();
    return fieldsOf(headers['content-type'] ?? '', body);
  });
}

async function fieldsOf(type: string, body: Buffer): Promise<Fields> {
  const { promise, resolve, reject } = Promise.withResolvers<Fields>();
  const fields: Fields = Object.create(null);
  try {
    // Throws for an escape that is none, or that stands for bytes that are no UTF-8.
    if (!type.startsWith('multipart/')) decodeURIComponent(body.toString());
    const form = new Busboy({ headers: { 'content-type': type }, limits: { fields: mostFields, parts: mostFields } });
    form.on('field', (name, value) => {
      const before = fields[name];
      fields[name] = before === undefined ? value : [before, value].flat();
    });
    form.on('file', (_name, file) => {
      file.resume();
      reject(noFiles());
    });
    form.on('error', () => reject(unreadable()));
    form.on('finish', () => resolve(fields));
    form.end(body);
  } catch {
    throw unreadable();
  }
  return promise;
}
