import type { FastifyRequest } from 'fastify';
import { maxWaitMs } from '../../commands/deadline.ts';
import { isOwnPath } from '../../core/contracts/picture-address.ts';
import type { PhotoForm } from '../../core/contracts/pictures.ts';
import type { UploadedPicture } from '../../core/domain/uploaded-picture.ts';
import { type BeginFetch, type PictureInfo, PictureProblem, type Pictures } from '../../pictures/pictures.ts';
import { userOf } from '../plugins/authentication.ts';
import { remainingMs } from '../plugins/deadlines.ts';
import { limitPerUser } from '../plugins/limit-per-user.ts';
import type { Count } from '../plugins/rate-limit.ts';

/** The pictures that forms name, as they are recorded. They are durable already. */
export interface FormPictures {
  /** @param field of the form @throws PictureProblem, PicturesUnavailable */
  uploaded(photo: PhotoForm, field: string): Promise<UploadedPicture>;
  /** In their order. @throws PictureProblem, PicturesUnavailable */
  allUploaded(photos: readonly PhotoForm[] | undefined): Promise<UploadedPicture[]>;
  /**
   * The picture at an address, which the server fetches; or the path of an address of this installation, from which the
   * browsers of readers may load it themselves.
   * @param field of the form
   * @param share of the time that the request has left. After that, the fetch ends with the problem `PICTURE_TIMEOUT`, or
   * with `PICTURES_BUSY` if it is still queued. Default: half, so that the command has the other half.
   * @throws PictureProblem, PicturesUnavailable, HttpError over the user's limits
   */
  at(address: string, request: FastifyRequest, field: string, share?: number): Promise<UploadedPicture | string>;
}

/** Of a user: a site may take its time, and the places of authors are few. */
const maxFetchesAtOnce = 2;

/** @param countFetch of a user */
export function createFormPictures(pictures: Pick<Pictures, 'find' | 'fetch'>, countFetch: Count): FormPictures {
  const runWithinLimit = limitPerUser(maxFetchesAtOnce);
  const uploaded = async ({ id, alt = '' }: PhotoForm, field: string) =>
    recorded(await ofField(field, pictures.find(id)), alt);
  return {
    uploaded,
    allUploaded: (photos = []) => Promise.all(photos.map((photo) => uploaded(photo, 'photos'))),
    async at(address, request, field, share = 1 / 2) {
      const path = ownPath(address, request);
      if (path !== undefined) return path;
      const { uid } = userOf(request);
      const begin: BeginFetch = (work) =>
        runWithinLimit(uid, () => {
          countFetch(uid);
          return work();
        });
      const fetching = pictures.fetch(address, { begin, waitMs: remainingMs(request, maxWaitMs) * share });
      return { ...recorded(await ofField(field, fetching), ''), source: address };
    },
  };
}

/** The path of an address of this installation, which stays valid when it moves. Undefined for another address. */
function ownPath(address: string, { protocol, host }: FastifyRequest): string | undefined {
  if (address.startsWith('/')) return address;
  const own = URL.parse(`${protocol}://${host}`);
  const { host: named, pathname, search } = new URL(address);
  const path = pathname + search;
  return named === own?.host && isOwnPath(path) ? path : undefined;
}

const recorded = ({ id, sizes, placeholder }: PictureInfo, alt: string): UploadedPicture => ({
  id,
  sizes: [...sizes],
  placeholder,
  alt,
});

/** Names the field in the problem. */
async function ofField<Result>(field: string, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof PictureProblem ? new PictureProblem(error.code, { cause: error, field }) : error;
  }
}
