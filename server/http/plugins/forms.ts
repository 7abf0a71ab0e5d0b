import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpError, invalid } from '../responses/errors.ts';
import { checkBody } from './bodies.ts';

/** A repeated field becomes an array, which every schema refuses. */
type Fields = Record<string, string | string[]>;

/** More than any form has. */
const maxFields = 20;

/** Maximum characters of a part's headers, of which only the name is needed. */
const maxHeadLength = 1_000;

const unreadable = () => new HttpError(400, 'MALFORMED_BODY', 'The form is not readable');
const noFiles = () => new HttpError(415, 'UNSUPPORTED_MEDIA_TYPE', 'Files cannot be sent here, only fields');
const tooManyFields = () => invalid(`Invalid input data: the form has more than ${maxFields} fields`);

/** Parses form bodies with fields, but without files, into the same objects as JSON bodies. */
export function registerForms(app: FastifyInstance): void {
  const types = ['application/x-www-form-urlencoded', 'multipart/form-data'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, body: Buffer) => {
    await checkBody(body);
    const type = headers['content-type'] ?? '';
    return /^multipart\//i.test(type) ? parseMultipart(type, body.toString()) : parseUrlEncoded(body.toString());
  });
}

function add(fields: Fields, name: string, value: string): void {
  const existing = fields[name];
  fields[name] = existing === undefined ? value : [existing, value].flat();
}

/** @throws HttpError for too many fields, an invalid escape, or escaped bytes that are not UTF-8 */
function parseUrlEncoded(body: string): Fields {
  const pairs = body.split('&', maxFields + 1);
  if (pairs.length > maxFields) throw tooManyFields();
  const fields: Fields = Object.create(null);
  for (const pair of pairs) {
    if (pair === '') continue;
    const [name = ''] = pair.split('=', 1);
    add(fields, decode(name), decode(pair.slice(name.length + 1)));
  }
  return fields;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw unreadable();
  }
}

/** RFC 2046, section 5.1.1. */
const boundaryIn = /;\s*boundary=(?:"([\w'()+,./:=? -]{1,70})"|([\w'()+,./:=?-]{1,70}))\s*(?:;|$)/i;

/**
 * Parses multipart/form-data (RFC 7578). Streaming parsers are made for files: they read beyond their limits without an
 * error, and take 100 ms for a body that contains only line ends.
 */
function parseMultipart(type: string, body: string): Fields {
  const [, quoted, plain] = boundaryIn.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw unreadable();
  // The preamble, the parts, and the end.
  const [, ...parts] = `\r\n${body}`.split(`\r\n--${boundary}`, maxFields + 3);
  const end = parts.findIndex((part) => part.startsWith('--'));
  if (end < 0 && parts.length > maxFields) throw tooManyFields();
  if (end < 0) throw unreadable();
  const fields: Fields = Object.create(null);
  for (const part of parts.slice(0, end)) {
    const headEnd = part.slice(0, maxHeadLength).indexOf('\r\n\r\n');
    if (headEnd < 0) throw unreadable();
    add(fields, nameIn(part.slice(0, headEnd)), part.slice(headEnd + 4));
  }
  return fields;
}

const disposition = /\r\ncontent-disposition:[ \t]*form-data[ \t]*(;.*)/i;
const parameter = /;[ \t]*([\w*]+)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([^;"\s]*))/g;
const fileType = /\r\ncontent-type:[ \t]*application\/octet-stream/i;

/** @throws HttpError for a file, and for a part without a name */
function nameIn(head: string): string {
  const [, parameters = ''] = disposition.exec(head) ?? [];
  const given = new Map(
    [...parameters.matchAll(parameter)].map(([, key = '', quoted, plain]) => [key.toLowerCase(), quoted ?? plain]),
  );
  if (given.has('filename') || given.has('filename*') || fileType.test(head)) throw noFiles();
  const name = given.get('name');
  if (name === undefined) throw unreadable();
  return name;
}
