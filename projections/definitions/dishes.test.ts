import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { dishes } from './dishes.ts';

const served = resolve(import.meta.dirname, '../../web/public');
const pictures = Object.values(dishes).flatMap(({ cards, whole }) => [...cards, ...whole]);

/** Reads WebP's simple lossy format and its extended one. */
function sizeOf(webp: Buffer): [width: number, height: number] {
  const isSimple = webp.toString('latin1', 12, 16) === 'VP8 ';
  return isSimple
    ? [webp.readUInt16LE(26) & 0x3fff, webp.readUInt16LE(28) & 0x3fff]
    : [webp.readUIntLE(24, 3) + 1, webp.readUIntLE(27, 3) + 1];
}

test.each(pictures)('$url has the stated size and the hash of its content in its name', ({ url, width, height }) => {
  const content = readFileSync(join(served, url));
  expect(sizeOf(content)).toEqual([width, height]);
  expect(url).toContain(`.${createHash('sha256').update(content).digest('hex').slice(0, 12)}.webp`);
});

test('names every picture file of the dishes', () => {
  const files = readdirSync(join(served, 'assets/dishes')).map((file) => `/assets/dishes/${file}`);
  expect(files.sort()).toEqual(pictures.map(({ url }) => url).sort());
});
