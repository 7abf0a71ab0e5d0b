import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PicturesUnavailable } from '../../pictures/pictures.ts';
import type { Upload } from '../openapi/operation.ts';
import { HttpError, invalid, tooLarge } from '../responses/errors.ts';

/** The file of a form, on the disk. The handler of the request removes it. */
export class ReceivedFile {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** Around the file in a form. */
const maxFormOverheadBytes = 4 * 1024;

export const maxFormBytes = (maxFileBytes: number): number => maxFileBytes + maxFormOverheadBytes;
const unreadable = () => new HttpError(400, 'MALFORMED_BODY', 'The form is not readable');
export const oneFile = (field: string) => invalid(`Send a form with one file, in the field ${field}`, field);

/**
 * Receives forms with one file, for routes registered in this scope. The file is written to the disk as it arrives, so
 * that many large ones need little memory.
 * @param newPath of a file that does not exist
 */
export function registerUploads(app: FastifyInstance, upload: Upload, newPath: () => Promise<string>): void {
  app.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: Readable) => {
    const path = await newPath();
    try {
      await receive(request, body, upload, path);
      return new ReceivedFile(path);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  });
}

/** Does not wait for the rest of a body that is refused. @throws HttpError, PicturesUnavailable if the file cannot be written */
async function receive({ headers }: FastifyRequest, body: Readable, upload: Upload, path: string): Promise<void> {
  const { field, maxBytes } = upload;
  const form = formReader(headers['content-type'] ?? '', maxBytes);
  const failed = new AbortController();
  let writing: Promise<void> | undefined;
  let bytes = 0;
  let isTooLarge = false;
  let hasOthers = false;
  const onOther = () => {
    hasOthers = true;
  };
  form.on('file', (name: string, file: BusboyFileStream) => {
    if (name !== field) {
      onOther();
      file.resume();
      return;
    }
    file.once('limit', () => {
      isTooLarge = true;
    });
    writing = pipeline(file, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: failed.signal });
    // Awaited below, also after the form has failed.
    writing.catch((error: unknown) => failed.abort(unwritableBecause(error)));
  });
  for (const limit of ['field', 'filesLimit', 'fieldsLimit', 'partsLimit'] as const) form.on(limit, onOther);
  // The header with the length may be missing.
  body.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxFormBytes(maxBytes)) failed.abort(tooLarge(maxBytes));
  });
  try {
    await pipeline(body, form, { signal: failed.signal });
    await writing;
  } catch (error) {
    failed.abort(unreadableBecause(error));
    await writing?.catch(() => undefined);
    throw failed.signal.reason;
  }
  if (isTooLarge) throw tooLarge(maxBytes);
  if (hasOthers || writing === undefined) throw oneFile(field);
}

/** @throws HttpError for a content type without a boundary */
function formReader(contentType: string, maxBytes: number): BusboyInstance {
  try {
    return new Busboy({
      headers: { 'content-type': contentType },
      limits: { files: 1, fields: 1, fieldSize: 1_024, parts: 2, headerPairs: 20, fileSize: maxBytes },
    });
  } catch (error) {
    throw unreadableBecause(error);
  }
}

const unreadableBecause = (cause: unknown): HttpError => Object.assign(unreadable(), { cause });
const unwritableBecause = (cause: unknown) => new PicturesUnavailable(String(cause), { cause });
