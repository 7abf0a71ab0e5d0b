import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { renditionsOf } from '../../../../projections/definitions/photos.ts';
import type { StoredPicture } from '../../../core/contracts/pictures.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { createOneOfFew } from '../../plugins/one-of-few.ts';
import { imageHeaders } from '../../plugins/security-headers.ts';
import { oneFile, ReceivedFile, registerUploads } from '../../plugins/uploads.ts';
import type { Routes } from '../../requests/typed.ts';
import { HttpError, notFound } from '../../responses/errors.ts';
import { readPicture, uploadPicture } from './operations.ts';

/** Per user. Another one may be sent while the encoder is still busy with one whose request was cancelled. */
const maxAtOnce = 2;

/** `POST /api/pictures`: not an event, but what events may name afterwards. */
export async function pictureUploadRoute(
  app: Routes,
  {
    pictures,
    authentication,
  }: { readonly pictures: Pick<Pictures, 'newUpload' | 'add'>; readonly authentication: Authentication },
): Promise<void> {
  const required = authentication.required('Please log in to add a photo');
  const oneOfFew = createOneOfFew(maxAtOnce);
  await app.register(async (scope: Routes) => {
    const { upload } = uploadPicture;
    registerUploads(scope, upload, () => pictures.newUpload());
    scope.post('/pictures', { schema: uploadPicture, onRequest: required }, async (request, reply) => {
      const { body } = request;
      if (!(body instanceof ReceivedFile)) throw oneFile(upload.field);
      try {
        const signal = untilClosed(reply.raw);
        const adding = oneOfFew(userOf(request).uid, () => pictures.add(body.path, { signal }));
        const { id, sizes, placeholder } = await adding;
        const stored: StoredPicture = { id, pictures: renditionsOf({ id, sizes }), placeholder };
        return reply.code(201).send(stored);
      } finally {
        await rm(body.path, { force: true });
      }
    });
  });
}

/** Aborts when the client has closed the connection. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort(new HttpError(400, 'CANCELLED', 'The request was cancelled')));
  return closed.signal;
}

/** `GET /pictures/…`, for everyone: an id cannot be guessed before it is published. */
export function pictureRoute(app: Routes, pictures: Pick<Pictures, 'read'>): void {
  app.get('/pictures/:picture/:width', { schema: readPicture }, async ({ params: { picture, width } }, reply) => {
    const rendition = await pictures.read(picture, Number(width));
    if (!rendition) throw notFound('picture');
    return reply.headers(imageHeaders).send(rendition);
  });
}
