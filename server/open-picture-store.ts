import type { Config } from './config/config.ts';
import type { Logger } from './core/logger.ts';
import { PicturesUnavailable } from './pictures/pictures.ts';
import { pictureFolder } from './pictures/store/folder.ts';
import type { PictureStore } from './pictures/store/picture-store.ts';

/**
 * The store that the configuration selects. A bucket that does not respond is no reason not to start: only photos need it.
 * @throws Error with the remedy when the bucket refuses to be read
 */
export async function openPictureStore(
  settings: Config['pictures'],
  logger: Pick<Logger, 'warn'>,
): Promise<PictureStore> {
  if (settings.kind === 'folder') return pictureFolder(settings.folder);
  const { BucketRefuses, pictureBucket } = await import('./pictures/store/s3.ts');
  const store = pictureBucket(settings);
  try {
    // One page is enough to find out whether the bucket can be read.
    for await (const _ of store.list()) break;
  } catch (error) {
    if (!(error instanceof PicturesUnavailable)) throw error;
    if (error instanceof BucketRefuses) {
      throw new Error(`PICTURES_S3_URL: correct it or the key and region beside it, ${error.message}`, {
        cause: error,
      });
    }
    logger.warn(
      { reason: error.message },
      'No photos until their bucket responds; check it, or correct PICTURES_S3_URL',
    );
  }
  return store;
}
