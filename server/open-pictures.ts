/** Opens the store of uploaded pictures that the configuration selects, and keeps it tidy. */
import { ProjectionControls } from '../projections/control/projection-controls.ts';
import { type PictureUseDocument, picturesModel, picturesProjection } from '../projections/definitions/pictures.ts';
import type { ReadModelReader } from '../projections/read-models/read-model-store.ts';
import type { Config } from './config/config.ts';
import type { ReadableLog } from './core/event-log.ts';
import { removeStaleFiles } from './core/files/remove-stale-files.ts';
import { partialFile } from './core/files/write-durably.ts';
import type { Logger } from './core/logger.ts';
import type { PublicFetch } from './core/network/public-fetch.ts';
import { oneAtATime } from './core/timing/one-at-a-time.ts';
import { withTimeout } from './core/timing/with-timeout.ts';
import { openPictureStore } from './open-picture-store.ts';
import { addressedPictures } from './pictures/addressed-pictures.ts';
import { openEncoder } from './pictures/encoding/encoder.ts';
import { pictureLibrary } from './pictures/picture-library.ts';
import type { Pictures } from './pictures/pictures.ts';
import { removeUnused } from './pictures/remove-unused.ts';
import { tidyHourly } from './pictures/tidy-hourly.ts';
import type { PictureUse, UseOfPicture } from './pictures/use-of-picture.ts';

export interface OpenedPictures {
  readonly pictures: Pictures;
  /** Removes, now and every hour, what is not used. */
  startTidying(): void;
  close(): Promise<void>;
}

export interface OpenPicturesOptions {
  readonly config: Pick<Config, 'pictures' | 'uploads'>;
  readonly log: Pick<ReadableLog, 'head' | 'readAll' | 'readStream'>;
  /** The read model `pictures`. */
  readonly uses: Pick<ReadModelReader, 'getMany' | 'waitFor'>;
  readonly fetchPublic: PublicFetch;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** Longer than an upload can wait: 64 pictures in the queue of the encoder, of 20 s each, take 22 minutes. */
const uploadStaleAfterMs = 60 * 60_000;

/** A removal waits for this long until the read model has caught up with the log. */
const catchUpMs = 60_000;

/** @throws Error with the remedy when the bucket refuses to be read */
export async function openPictures(options: OpenPicturesOptions): Promise<OpenedPictures> {
  const { config, log, uses, fetchPublic, logger } = options;
  const store = await openPictureStore(config.pictures, logger);
  const encoder = openEncoder();
  const use = readUseIn(uses);
  const perPicture = oneAtATime();
  const library = pictureLibrary({ store, encoder, use, oneAtATime: perPicture, uploads: config.uploads });
  const stopping = new AbortController();

  const removeUnusedPictures = async (): Promise<void> => {
    const head = await log.head();
    // Projections may have stopped already when the program stops.
    const caughtUp = () => withTimeout(uses.waitFor(head ?? 0n, catchUpMs), 2 * catchUpMs, stopping.signal);
    if (head === undefined || !(await caughtUp()) || (await lacksEvents(log))) return;
    const logBeganAt = await beginningOf(log);
    const count = await removeUnused({ store, use, oneAtATime: perPicture, logBeganAt, signal: stopping.signal });
    if (count > 0) logger.info({ count }, 'Removed photos that nothing shows');
  };
  const removePartialFiles = async (): Promise<void> => {
    await removeStaleFiles(config.uploads, () => true, uploadStaleAfterMs);
    if (config.pictures.kind === 'folder') {
      await removeStaleFiles(config.pictures.folder, (name) => partialFile.test(name));
    }
  };
  let tidying: Promise<void> | undefined;
  return {
    pictures: { ...library, ...addressedPictures({ library, use, fetchPublic }) },
    startTidying() {
      tidying = tidyHourly([removePartialFiles, removeUnusedPictures], { signal: stopping.signal, logger });
    },
    async close() {
      stopping.abort();
      await encoder.close();
      await tidying;
    },
  };
}

const readUseIn =
  (uses: OpenPicturesOptions['uses']): UseOfPicture =>
  async (ids) => {
    const documents = await uses.getMany(picturesModel.uses, ids);
    return new Map(
      documents.flatMap((document, index): [string, PictureUse][] => {
        const id = ids[index];
        if (!document || id === undefined) return [];
        const use: PictureUseDocument = JSON.parse(document.json);
        return [[id, use]];
      }),
    );
  };

/**
 * Whether the read model leaves out events, which may name photos. It is read anew: another node may have learned of the
 * decision first, and have passed the event.
 */
async function lacksEvents(log: Pick<ReadableLog, 'readStream'>): Promise<boolean> {
  const controls = await ProjectionControls.read(log, [picturesProjection.name]);
  return controls.stateOf(picturesProjection).skipped.some(({ version }) => version === picturesProjection.version);
}

/** When the first event was recorded. */
async function beginningOf(log: Pick<ReadableLog, 'readAll'>): Promise<Date | undefined> {
  for await (const { meta } of log.readAll({ limit: 1 })) return new Date(meta.at);
  return undefined;
}
