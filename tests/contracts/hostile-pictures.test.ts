/** Hostile and broken files are refused, or nothing but their pixels is served. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EncodingProcess } from '../../server/pictures/encoding/encoding-process.ts';
import { PictureProblem } from '../../server/pictures/pictures.ts';
import { damagedFiles, type HostileFile, namedFiles, payload } from '../support/hostile-pictures.ts';
import { photo } from '../support/photos.ts';
import { randomNumbers } from '../support/random-numbers.ts';

let folder: string;
let encoder: EncodingProcess;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'potluck-hostile-'));
  encoder = new EncodingProcess({ timeoutMs: 20_000, idleMs: 60_000 });
});
afterAll(async () => {
  await encoder.end();
  await rm(folder, { recursive: true });
});

/** `served`: harmless. Otherwise the code of the refusal. @throws for what must not happen */
async function outcomeOf({ bytes }: HostileFile): Promise<string> {
  const file = join(folder, 'upload');
  await writeFile(file, bytes);
  try {
    const { renditions, placeholder } = await encoder.encode(file);
    for (const served of [...renditions.map((one) => Buffer.from(one.bytes)), Buffer.from(placeholder, 'base64url')]) {
      expect(served.includes('HOSTILE')).toBe(false);
    }
    for (const { bytes: served, width, height } of renditions) {
      const { format, pages = 1, exif, icc, xmp, ...metadata } = await sharp(served).metadata();
      expect({ format, pages, exif, icc, xmp }).toEqual({ format: 'webp', pages: 1 });
      expect([metadata.width, metadata.height]).toEqual([width, height]);
      expect(served.length).toBeLessThan(330_000);
    }
    return 'served';
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error;
    return error.code;
  }
}

/** All others are no pictures. */
const outcomes: Record<string, string> = {
  'a PNG of 100 megapixels in 13 kB': 'TOO_MANY_PIXELS',
  'a PNG that has too few rows': 'DAMAGED_PICTURE',
  'a PNG with a bomb in its metadata': 'served',
  'a PNG with a page behind it': 'served',
  'a JPEG with a page behind it': 'served',
  'a JPEG with a page in its comment': 'served',
  'a JPEG with a page in its metadata': 'served',
  'a JPEG with a colour profile that is none': 'served',
  'a JPEG without an end': 'DAMAGED_PICTURE',
  'half a JPEG': 'DAMAGED_PICTURE',
  'a GIF with a page behind it': 'served',
  'an animated GIF': 'served',
  'an animated WebP': 'served',
  'a picture of one pixel': 'served',
  'a picture that is only wide': 'served',
  'a picture that is only high': 'served',
};

it('are bombs, other formats, and pictures with something else in them', async () => {
  expect(payload).toContain('HOSTILE');
  const files = await namedFiles();
  for (const file of files)
    expect([file.name, await outcomeOf(file)]).toEqual([file.name, outcomes[file.name] ?? 'NOT_A_PICTURE']);
  expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(outcomes)));
});

it('leave an encoder that still works', async () => {
  expect(encoder.isUsable).toBe(true);
  const file = join(folder, 'photo');
  await photo().jpeg().toFile(file);
  expect((await encoder.encode(file)).renditions).toHaveLength(3);
});

it('are two hundred damaged pictures, none of which ends the process', async () => {
  const counts = new Map<string, number>();
  for (const file of await damagedFiles(40, randomNumbers(7))) {
    const outcome = await outcomeOf(file);
    counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  }
  // One that crashes the process is refused as damaged, too.
  expect(encoder.isUsable).toBe(true);
  expect([...counts.keys()].sort()).toEqual(['DAMAGED_PICTURE', 'NOT_A_PICTURE', 'served']);
  expect(counts.get('DAMAGED_PICTURE')).toBeGreaterThan(30);
});
