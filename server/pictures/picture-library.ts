import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { makeDirectory } from '../core/files/directories.ts';
import { limitConcurrency } from '../core/timing/limit-concurrency.ts';
import type { OneAtATime } from '../core/timing/one-at-a-time.ts';
import type { EncodedPicture } from './encoding/encode-picture.ts';
import type { Encoder } from './encoding/encoder.ts';
import { addressedPictureId, infoName, renditionName } from './file-names.ts';
import {
  type AddressedPictures,
  type PictureInfo,
  PictureProblem,
  type Pictures,
  PicturesUnavailable,
} from './pictures.ts';
import type { PictureStore } from './store/picture-store.ts';
import { isKept, type UseOfPicture } from './use-of-picture.ts';

export interface PictureLibraryOptions {
  readonly store: PictureStore;
  readonly encoder: Pick<Encoder, 'encode'>;
  readonly use: UseOfPicture;
  /** By id: shared with the removal of unused pictures. */
  readonly oneAtATime: OneAtATime;
  /** For uploads while they arrive. */
  readonly uploads: string;
  readonly now?: () => number;
}

/** Renditions that are read at the same time, each as a whole: a slow bucket must not fill the memory. */
const reading = { maxConcurrent: 32, maxWaiting: 512, overloaded: () => new PictureProblem('PICTURES_BUSY') };

export interface PictureLibrary extends Omit<Pictures, keyof AddressedPictures | 'add'> {
  /** @param options.address by which events name it, in place of its id @throws PictureProblem, PicturesUnavailable, and the reason of `signal` */
  add(
    file: string,
    options?: { readonly signal?: AbortSignal; readonly address?: string | undefined },
  ): Promise<PictureInfo>;
  /** What is known of a stored picture, whether or not it may still be named. @throws PictureProblem, PicturesUnavailable */
  info(id: string): Promise<PictureInfo | undefined>;
}

/** Pictures in a store, by the hash of their renditions. */
export function pictureLibrary(options: PictureLibraryOptions): PictureLibrary {
  const { store, encoder, use, oneAtATime, uploads, now = Date.now } = options;

  const readFile = limitConcurrency((name: string) => store.read(name), reading);

  async function write({ renditions, placeholder }: EncodedPicture, address?: string): Promise<PictureInfo> {
    const id = address === undefined ? contentId(renditions) : addressedPictureId(address);
    const info = {
      id,
      ...(address !== undefined && { address }),
      sizes: renditions.map(({ width, height }) => ({ width, height })),
      placeholder,
    };
    return oneAtATime(id, async () => {
      for (const { width, bytes } of renditions) await store.write(renditionName(id, width), bytes);
      // Last: a picture exists if its description does.
      await store.write(infoName(id), Buffer.from(JSON.stringify(info)));
      return info;
    });
  }

  return {
    async newUpload() {
      try {
        await makeDirectory(uploads);
      } catch (error) {
        throw new PicturesUnavailable(String(error), { cause: error });
      }
      return join(uploads, randomUUID());
    },
    add: async (file, { signal, address } = {}) => write(await encoder.encode(file, signal), address),
    async info(id) {
      const found = await readFile(infoName(id));
      return found && parseInfo(found.bytes);
    },
    async find(id) {
      const found = await store.read(infoName(id));
      if (!found) throw new PictureProblem('PICTURE_GONE');
      if (!isKept({ id, writtenAt: found.writtenAt }, await use([id]), now())) {
        throw new PictureProblem('PICTURE_GONE');
      }
      const info = parseInfo(found.bytes);
      const stored = await Promise.all(info.sizes.map(({ width }) => store.writtenAt(renditionName(id, width))));
      // Another node may have removed some while they were stored again.
      if (stored.includes(undefined)) throw new PictureProblem('PICTURE_GONE');
      return info;
    },
    read: async (id, width) => (await readFile(renditionName(id, width)))?.bytes,
  };
}

function contentId(renditions: EncodedPicture['renditions']): string {
  const hash = createHash('sha256');
  for (const { bytes } of renditions) hash.update(bytes);
  return hash.digest('hex').slice(0, 40);
}

function parseInfo(bytes: Uint8Array): PictureInfo {
  const info: PictureInfo = JSON.parse(Buffer.from(bytes).toString());
  return info;
}
