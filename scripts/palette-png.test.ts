import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { palettePng } from './palette-png.ts';

const pixels = (...colors: [number, number, number][]) => ({
  width: colors.length,
  height: 1,
  rgba: Uint8Array.from(colors.flatMap((color) => [...color, 255])),
});

/** The chunks of a PNG file by their types. */
function partsOf(png: Buffer): Map<string, Buffer> {
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    parts.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return parts;
}

function colorsIn(png: Buffer): number[][] {
  const parts = partsOf(png);
  const palette = parts.get('PLTE') ?? Buffer.alloc(0);
  const [, ...row] = inflateSync(parts.get('IDAT') ?? Buffer.alloc(0));
  return row.map((index) => [...palette.subarray(index * 3, index * 3 + 3)]);
}

test('keeps a few colours exactly', () => {
  const colors: [number, number, number][] = [
    [245, 245, 243],
    [207, 63, 40],
    [245, 245, 243],
    [0, 0, 0],
  ];
  const png = palettePng(pixels(...colors));
  expect(colorsIn(png)).toEqual(colors);
  expect(partsOf(png).get('PLTE')).toHaveLength(3 * 3);
});

test('reduces many colours to 256, and gives each pixel a similar one', () => {
  const colors = Array.from({ length: 2_000 }, (_, n): [number, number, number] => [n % 256, (n * 7) % 256, 128]);
  const png = palettePng(pixels(...colors));
  expect(partsOf(png).get('PLTE')).toHaveLength(256 * 3);
  for (const [at, [red = 0, green = 0, blue = 0]] of colorsIn(png).entries()) {
    const [wasRed = 0, wasGreen = 0, wasBlue = 0] = colors[at] ?? [];
    expect(Math.hypot(red - wasRed, green - wasGreen, blue - wasBlue)).toBeLessThan(16);
  }
});
