import { rm } from 'node:fs/promises';
import { renditionsOf } from '../../../../projections/definitions/photos.ts';
import type { StoredPicture } from '../../../core/contracts/pictures.ts';
import type { Pictures } from '../../../pictures/pictures.ts';
import type { Authentication } from '../../plugins/authentication.ts';
import { imageHeaders } from '../../plugins/security-headers.ts';
import { oneFile, ReceivedFile, registerUploads } from '../../plugins/uploads.ts';
import type { Routes } from '../../requests/typed.ts';
import { notFound } from '../../responses/errors.ts';
import { readPicture, uploadPicture } from './operations.ts';

/** `POST /api/pictures`: not an event, but what events may name afterwards. */
export async function pictureUploadRoute(
  app: Routes,
  { pictures, authentication }: { readonly pictures: Pictures; readonly authentication: Authentication },
): Promise<void> {
  const required = authentication.required('Please log in to add a photo');
  await app.register(async (scope: Routes) => {
    const { upload } = uploadPicture;
    registerUploads(scope, upload, () => pictures.newUpload());
    scope.post('/pictures', { schema: uploadPicture, onRequest: required }, async ({ body }, reply) => {
      if (!(body instanceof ReceivedFile)) throw oneFile(upload.field);
      try {
        const { id, sizes, placeholder } = await pictures.add(body.path);
        const stored: StoredPicture = { id, pictures: renditionsOf({ id, sizes }), placeholder };
        return reply.code(201).send(stored);
      } finally {
        await rm(body.path, { force: true });
      }
    });
  });
}

/** `GET /pictures/…`, for everyone: an id cannot be guessed before it is published. */
export function pictureRoute(app: Routes, pictures: Pick<Pictures, 'read'>): void {
  app.get('/pictures/:picture/:width', { schema: readPicture }, async ({ params: { picture, width } }, reply) => {
    const rendition = await pictures.read(picture, Number(width));
    if (!rendition) throw notFound('picture');
    return reply.headers(imageHeaders).send(rendition);
  });
}
