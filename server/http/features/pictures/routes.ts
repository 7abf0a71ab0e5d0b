import { rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { onRequestHookHandler } from 'fastify';
import { renditionsOf } from '../../../../projections/definitions/photos.ts';
import type { StoredPicture } from '../../../core/contracts/pictures.ts';
import type { PictureInfo, Pictures } from '../../../pictures/pictures.ts';
import { type Authentication, userOf } from '../../plugins/authentication.ts';
import { limitPerUser } from '../../plugins/limit-per-user.ts';
import type { RateLimit } from '../../plugins/rate-limit.ts';
import { imageHeaders } from '../../plugins/security-headers.ts';
import { oneFile, ReceivedFile, registerUploads } from '../../plugins/uploads.ts';
import type { FormPictures } from '../../requests/form-pictures.ts';
import type { Routes } from '../../requests/typed.ts';
import { webAddress } from '../../requests/web-address.ts';
import { HttpError, notFound } from '../../responses/errors.ts';
import { importPicture, notAnAddress, readAddressedPicture, readPicture, uploadPicture } from './operations.ts';

/** Per user. Another one may be sent while the encoder is still busy with one whose request was cancelled. */
const maxAtOnce = 2;

export interface PictureUploadDeps {
  readonly pictures: Pick<Pictures, 'newUpload' | 'add'>;
  readonly formPictures: FormPictures;
  readonly authentication: Authentication;
}

/** `POST /api/pictures`, and `/by-address`: no events, but what events may name afterwards. */
export async function pictureUploadRoutes(app: Routes, deps: PictureUploadDeps): Promise<void> {
  const { pictures, formPictures, authentication } = deps;
  const required = authentication.required('Please log in to add a photo');
  const runWithinLimit = limitPerUser(maxAtOnce);
  await app.register(async (scope: Routes) => {
    const { upload } = uploadPicture;
    registerUploads(scope, upload, () => pictures.newUpload());
    scope.post('/pictures', { schema: uploadPicture, onRequest: required }, async (request, reply) => {
      const { body } = request;
      if (!(body instanceof ReceivedFile)) throw oneFile(upload.field);
      try {
        const signal = untilClosed(reply.raw);
        const stored = await runWithinLimit(userOf(request).uid, () => pictures.add(body.path, { signal }));
        return reply.code(201).send(toStored(stored));
      } finally {
        await rm(body.path, { force: true });
      }
    });
  });
  app.post('/pictures/by-address', { schema: importPicture, onRequest: required }, async (request, reply) => {
    const address = webAddress(request.body.url);
    // No command follows, which would need time of its own.
    const fetched = address && (await formPictures.at(address, request, 'url', 1));
    if (!fetched || typeof fetched === 'string') throw notAnAddress();
    return reply.code(201).send(toStored(fetched));
  });
}

const toStored = ({ id, sizes, placeholder }: PictureInfo): StoredPicture => ({
  id,
  pictures: renditionsOf({ id, sizes }),
  placeholder,
});

/** For a thumbnail on a dense screen. */
const defaultWidthPx = 640;
/** Aborts when the client has closed the connection. */
function untilClosed(response: ServerResponse): AbortSignal {
  const closed = new AbortController();
  response.once('close', () => closed.abort(new HttpError(400, 'CANCELLED', 'The request was cancelled')));
  return closed.signal;
}

/** `GET /pictures/…`, for everyone: an id cannot be guessed before it is published. */
export function pictureRoutes(app: Routes, pictures: Pick<Pictures, 'read' | 'readAt'>, rateLimit: RateLimit): void {
  // The address is the visitor's choice, and each costs a query. The images of a page are requested without a token.
  const onRequest: onRequestHookHandler = (request, _reply, done) => {
    rateLimit.address(request.ip);
    done();
  };
  app.get('/pictures/by-address', { schema: readAddressedPicture, onRequest }, async ({ query }, reply) => {
    const rendition = await pictures.readAt(query.url ?? '', query.width ?? defaultWidthPx);
    if (!rendition) throw notFound('picture');
    return reply.headers(imageHeaders).send(rendition);
  });

  app.get('/pictures/:picture/:width', { schema: readPicture }, async ({ params: { picture, width } }, reply) => {
    const rendition = await pictures.read(picture, Number(width));
    if (!rendition) throw notFound('picture');
    return reply.headers(imageHeaders).send(rendition);
  });
}
