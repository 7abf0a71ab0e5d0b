import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FetchProblem } from '../core/network/fetch-problem.ts';
import { addressedPictures } from './addressed-pictures.ts';
import { addressedPictureId } from './file-names.ts';
import { type PictureInfo, PictureProblem } from './pictures.ts';
import type { PictureUse } from './use-of-picture.ts';

const inUse: PictureUse = { count: 1, unusedSince: null };
const rendition = Buffer.from('soup');

/** Of sites that do not respond in time, except for addresses with `fast` in them, and with `free` once `free` is called. */
async function openPictures(uses: Readonly<Record<string, PictureUse>> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'potluck-addressed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const infos = new Map<string, PictureInfo>();
  let uploads = 0;
  const library = {
    newUpload: async () => join(folder, `upload-${uploads++}`),
    add: async (_file: string, { address = '' }: { readonly address?: string | undefined } = {}) => {
      const info = { id: addressedPictureId(address), sizes: [{ width: 320, height: 240 }], placeholder: 'data:,' };
      infos.set(info.id, info);
      return info;
    },
    info: vi.fn(async (id: string) => infos.get(id)),
    read: async () => rendition,
  };
  const asked: string[] = [];
  const freed = Promise.withResolvers<void>();
  const pictures = addressedPictures({
    library,
    use: async (ids) => new Map(ids.flatMap((id) => (uses[id] ? [[id, uses[id]]] : []))),
    fetchPublic: ({ address, timeoutMs }) => {
      asked.push(address);
      const response = { url: address, type: 'image/png', charset: undefined, body: rendition };
      if (address.includes('fast')) return Promise.resolve(response);
      const late = Promise.withResolvers<typeof response>();
      if (address.includes('free')) freed.promise.then(() => late.resolve(response));
      AbortSignal.timeout(timeoutMs).addEventListener('abort', () => late.reject(new FetchProblem('TIMEOUT')));
      return late.promise;
    },
  });
  return { pictures, library, asked, folder, free: freed.resolve };
}

test('readers get a picture while authors occupy all their places', async () => {
  const { pictures } = await openPictures({ 'https://a.b/fast': inUse });
  for (let n = 0; n < 67; n++) pictures.fetch(`https://a.b/${n}`).catch(() => undefined);
  await expect(pictures.fetch('https://a.b/one-more')).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  expect(await pictures.readAt('https://a.b/fast', 320)).toBe(rendition);
});

test('an author waits for a place no longer than for a picture, and no fetch is made for them afterwards', async () => {
  const { pictures, asked, free } = await openPictures();
  const others = [1, 2, 3].map((n) => pictures.fetch(`https://a.b/free/${n}`));
  await expect(pictures.fetch('https://a.b/late', { waitMs: 20 })).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  free();
  await Promise.all(others);
  await expect(pictures.fetch('https://a.b/slow', { waitMs: 20 })).rejects.toMatchObject({ code: 'PICTURE_TIMEOUT' });
  expect(asked.slice(3)).toEqual(['https://a.b/slow']);
});

test('an author who shares a fetch has their own time, also if the other has less', async () => {
  const { pictures, asked, free } = await openPictures();
  const slow = 'https://a.b/free/slow';
  const first = pictures.fetch(slow, { waitMs: 20 });
  const others = [1, 2].map(() => pictures.fetch(slow));
  await expect(first).rejects.toMatchObject({ code: 'PICTURE_TIMEOUT' });
  await Promise.race([Promise.all(others), vi.waitFor(() => expect(asked).toEqual([slow, slow]))]);
  const occupying = [3, 4].map((n) => pictures.fetch(`https://a.b/free/${n}`));
  // All places are taken.
  const queued = pictures.fetch('https://a.b/fast', { waitMs: 20 });
  const joining = pictures.fetch('https://a.b/fast');
  await expect(queued).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  free();
  expect(await Promise.all([...others, ...occupying, joining])).toHaveLength(5);
  expect(asked.filter((address) => address === slow)).toHaveLength(2);
});

test('authors get a picture while the addresses of avatars do not respond', async () => {
  const slow = Array.from({ length: 68 }, (_, n) => `https://a.b/${n}`);
  const { pictures } = await openPictures(Object.fromEntries(slow.map((address) => [address, inUse])));
  const views = slow.map((address) => pictures.readAt(address, 320));
  // The last one finds all places taken; the others wait.
  await expect(Promise.race(views)).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  expect(await pictures.fetch('https://a.b/fast')).toMatchObject({ sizes: [{ width: 320 }] });
});

test('a reader who finds all places taken gets the picture later', async () => {
  const addresses = Array.from({ length: 68 }, (_, n) => `https://a.b/free/${n}`);
  const { pictures, free } = await openPictures(Object.fromEntries(addresses.map((address) => [address, inUse])));
  const views = addresses.map((address) => pictures.readAt(address, 320));
  await expect(Promise.race(views)).rejects.toMatchObject({ code: 'PICTURES_BUSY' });
  free();
  const outcomes = await Promise.allSettled(views);
  const refused = addresses.filter((_, n) => outcomes[n]?.status === 'rejected');
  expect(refused).toHaveLength(1);
  expect(await pictures.readAt(refused[0] ?? '', 320)).toBe(rendition);
});

test('an address that nothing names costs no read of the store', async () => {
  const { pictures, library, asked } = await openPictures();
  expect(await pictures.readAt('https://a.b/fast', 320)).toBeUndefined();
  expect(library.info).not.toHaveBeenCalled();
  expect(asked).toEqual([]);
});

test('a picture that is unused since a moment is served while it is stored, and not fetched again', async () => {
  const uses: Record<string, PictureUse> = { 'https://a.b/fast': inUse };
  const { pictures, asked } = await openPictures(uses);
  await pictures.readAt('https://a.b/fast', 320);
  const unused = { count: 0, unusedSince: '2026-11-26T12:00:00.000Z' };
  uses['https://a.b/fast'] = unused;
  uses['https://a.b/fast/other'] = unused;
  expect(await pictures.readAt('https://a.b/fast', 320)).toBe(rendition);
  expect(await pictures.readAt('https://a.b/fast/other', 320)).toBeUndefined();
  expect(asked).toEqual(['https://a.b/fast']);
});

test('what was fetched stays in no file of its own, whether or not it is a picture', async () => {
  const { pictures, library, folder } = await openPictures();
  await pictures.fetch('https://a.b/fast/picture');
  library.add = () => Promise.reject(new PictureProblem('NOT_A_PICTURE'));
  await expect(pictures.fetch('https://a.b/fast/page')).rejects.toMatchObject({ code: 'PICTURE_NOT_READABLE' });
  expect(await readdir(folder)).toEqual([]);
});
