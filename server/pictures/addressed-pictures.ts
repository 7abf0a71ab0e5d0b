import { rm, writeFile } from 'node:fs/promises';
import { LRUCache } from 'lru-cache';
import { FetchProblem, type FetchProblemCode } from '../core/network/fetch-problem.ts';
import type { PublicFetch } from '../core/network/public-fetch.ts';
import { limitConcurrency } from '../core/timing/limit-concurrency.ts';
import { TimedOut, withTimeout } from '../core/timing/with-timeout.ts';
import { addressedPictureId } from './file-names.ts';
import type { PictureLibrary } from './picture-library.ts';
import {
  type AddressedPictures,
  type BeginFetch,
  type PictureInfo,
  PictureProblem,
  type PictureProblemCode,
  PicturesUnavailable,
} from './pictures.ts';
import type { UseOfPicture } from './use-of-picture.ts';

export interface AddressedPicturesOptions {
  readonly library: Pick<PictureLibrary, 'newUpload' | 'add' | 'info' | 'read'>;
  readonly use: UseOfPicture;
  readonly fetchPublic: PublicFetch;
}

/** For an author, who waits for it. */
interface AuthorFetch {
  readonly address: string;
  /** In ms of `performance.now()`. */
  readonly deadline: number;
  hasStarted: boolean;
}

/** Many servers of files do not know that theirs are pictures: the encoder finds out. */
const types = ['image/*', 'application/octet-stream', 'binary/octet-stream'];
const limits = { maxBytes: 15 * 1024 * 1024, timeoutMs: 10_000, types };
/** Of authors, and as much again of readers, so that neither waits for the other. Each fetch holds a whole file in memory. */
const fetching = { maxConcurrent: 3, maxWaiting: 64, overloaded: () => new PictureProblem('PICTURES_BUSY') };
/** Between the preview of a form and its sending. */
const recent = { max: 1_000, ttl: 10 * 60_000 };
/** Addresses without a picture, which every reader of an old post would have fetched again. */
const failed = { max: 10_000, ttl: 60 * 60_000 };

const problems: Readonly<Record<FetchProblemCode, PictureProblemCode>> = {
  INVALID_ADDRESS: 'PICTURE_NOT_FOUND',
  // The message is that of an address without a picture: it does not reveal what the private network contains.
  REFUSED_ADDRESS: 'PICTURE_NOT_FOUND',
  UNREACHABLE: 'PICTURE_NOT_FOUND',
  TOO_MANY_REDIRECTS: 'PICTURE_NOT_FOUND',
  STATUS: 'PICTURE_NOT_FOUND',
  TIMEOUT: 'PICTURE_TIMEOUT',
  WRONG_TYPE: 'PICTURE_NOT_READABLE',
  TOO_LARGE: 'PICTURE_TOO_LARGE',
  BUSY: 'PICTURES_BUSY',
};

export function addressedPictures({ library, use, fetchPublic }: AddressedPicturesOptions): AddressedPictures {
  const fetched = new LRUCache<string, Promise<PictureInfo>>(recent);
  const withoutPicture = new LRUCache<string, true>(failed);
  const underWay = new Map<string, Promise<PictureInfo | undefined>>();

  /** @param keptAs the address under which it is kept, in place of its content */
  async function load(address: string, keptAs?: string, timeoutMs = limits.timeoutMs): Promise<PictureInfo> {
    try {
      const { body } = await fetchPublic({ address, ...limits, timeoutMs });
      return await store(library, body, keptAs);
    } catch (error) {
      throw toProblem(error);
    }
  }
  const loadForAuthor = limitConcurrency((fetch: AuthorFetch) => {
    fetch.hasStarted = true;
    const leftMs = Math.max(Math.ceil(fetch.deadline - performance.now()), 0);
    return load(fetch.address, undefined, Math.min(leftMs, limits.timeoutMs));
  }, fetching);
  const loadForReaders = limitConcurrency((address: string) => load(address, address), fetching);

  /** Undefined if there is no picture at this address. */
  async function loadNamed(address: string): Promise<PictureInfo | undefined> {
    if (withoutPicture.has(address)) return undefined;
    try {
      return await loadForReaders(address);
    } catch (error) {
      if (!(error instanceof PictureProblem) || error.code === 'PICTURES_BUSY') throw error;
      withoutPicture.set(address, true);
      return undefined;
    }
  }

  function loadOnce(address: string): Promise<PictureInfo | undefined> {
    const started = underWay.get(address) ?? loadNamed(address).finally(() => underWay.delete(address));
    underWay.set(address, started);
    return started;
  }

  return {
    async fetch(address, { begin = runAtOnce, waitMs = limits.timeoutMs } = {}) {
      const fetch: AuthorFetch = { address, deadline: performance.now() + waitMs, hasStarted: false };
      const leaving = new AbortController();
      let joins = true;
      const start = () => {
        joins = false;
        const loading = loadForAuthor(fetch, leaving.signal);
        fetched.set(address, loading);
        loading.catch(() => fetched.get(address) === loading && fetched.delete(address));
        return loading;
      };
      /** A fetch that others have begun may end with their time: the next one has the time of this call. */
      const join = (): Promise<PictureInfo> => {
        const known = fetched.get(address);
        if (!known) return begin(start);
        return known.catch((error) => {
          if (endsWithTime(error) && !leaving.signal.aborted) return join();
          throw error;
        });
      };
      try {
        return await withTimeout(join(), waitMs);
      } catch (error) {
        if (!(error instanceof TimedOut)) throw error;
        const isBusy = !joins && !fetch.hasStarted;
        const problem = new PictureProblem(isBusy ? 'PICTURES_BUSY' : 'PICTURE_TIMEOUT', { cause: error });
        leaving.abort(problem);
        throw problem;
      }
    },
    async readAt(address, widthPx) {
      // First, because everyone may ask for any address: the store may be a bucket far away.
      const named = (await use([address])).get(address);
      if (!named) return undefined;
      const id = addressedPictureId(address);
      const kept = await library.info(id);
      const { sizes = [] } = kept ?? (named.count > 0 ? await loadOnce(address) : undefined) ?? {};
      const size = sizes.find(({ width }) => width >= widthPx) ?? sizes.at(-1);
      return size && library.read(id, size.width);
    },
  };
}

const runAtOnce: BeginFetch = (work) => work();

/** Also of a fetch that had no place when its time was over. */
const endsWithTime = (error: unknown): boolean =>
  error instanceof PictureProblem && (error.code === 'PICTURE_TIMEOUT' || error.code === 'PICTURES_BUSY');

/** @throws PictureProblem, PicturesUnavailable */
async function store(library: AddressedPicturesOptions['library'], body: Buffer, address: string | undefined) {
  const file = await library.newUpload();
  try {
    await writeFile(file, body, { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
      throw new PicturesUnavailable(String(error), { cause: error });
    });
    return await library.add(file, { address });
  } finally {
    await rm(file, { force: true });
  }
}

/** What is wrong with the picture concerns its address, and no file of the user. */
function toProblem(error: unknown): unknown {
  if (error instanceof FetchProblem) return new PictureProblem(problems[error.code], { cause: error });
  if (!(error instanceof PictureProblem) || error.code === 'PICTURES_BUSY') return error;
  return new PictureProblem(error.code === 'TOO_MANY_PIXELS' ? 'PICTURE_TOO_LARGE' : 'PICTURE_NOT_READABLE', {
    cause: error,
  });
}
