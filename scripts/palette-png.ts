/** Encodes PNG files with a palette of at most 256 colours: enough for a screenshot, at a fraction of its size. */
import { crc32, deflateSync } from 'node:zlib';

export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Four bytes per pixel: red, green, blue, and alpha, which is ignored. */
  readonly rgba: Uint8Array;
}

/** Pixels of nearly the same colour: equal in the upper 7 bits of each channel. */
interface Shade {
  readonly key: number;
  count: number;
  /** Sums of the channels over its pixels. */
  readonly rgb: [number, number, number];
}

const channels = [0, 1, 2] as const;
const keyOf = (red: number, green: number, blue: number): number =>
  ((red >> 1) << 14) | ((green >> 1) << 7) | (blue >> 1);

export function palettePng({ width, height, rgba }: Pixels): Buffer {
  const shades = shadesOf(rgba);
  const boxes = split([...shades.values()], 256);
  const palette = Buffer.from(boxes.flatMap((box) => channels.map((channel) => Math.round(mean(box, channel)))));
  const index = new Uint8Array(1 << 21);
  for (const [at, box] of boxes.entries()) for (const { key } of box) index[key] = at;

  const rows = Buffer.alloc((width + 1) * height); // Each row begins with its filter type, 0: none.
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4;
      const key = keyOf(rgba[at] ?? 0, rgba[at + 1] ?? 0, rgba[at + 2] ?? 0);
      rows[y * (width + 1) + x + 1] = index[key] ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8); // 8 bits per pixel, each an index into the palette.
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', palette),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function shadesOf(rgba: Uint8Array): Map<number, Shade> {
  const shades = new Map<number, Shade>();
  for (let at = 0; at < rgba.length; at += 4) {
    const color = channels.map((channel) => rgba[at + channel] ?? 0);
    const [red = 0, green = 0, blue = 0] = color;
    const key = keyOf(red, green, blue);
    const shade = shades.get(key) ?? { key, count: 0, rgb: [0, 0, 0] };
    shade.count++;
    for (const channel of channels) shade.rgb[channel] += color[channel] ?? 0;
    shades.set(key, shade);
  }
  return shades;
}

const countOf = (box: readonly Shade[]): number => box.reduce((sum, { count }) => sum + count, 0);
const mean = (box: readonly Shade[], channel: 0 | 1 | 2): number =>
  box.reduce((sum, { rgb }) => sum + rgb[channel], 0) / countOf(box);

/** The channel in which a box's colours vary most, and the sum of their squared deviations in it. */
function spread(box: readonly Shade[]): { channel: 0 | 1 | 2; error: number } {
  const [widest = { channel: 0, error: 0 }] = channels
    .map((channel) => {
      const middle = mean(box, channel);
      const error = box.reduce((sum, { rgb, count }) => sum + count * (rgb[channel] / count - middle) ** 2, 0);
      return { channel, error };
    })
    .sort((a, b) => b.error - a.error);
  return widest;
}

/** Splits the colours into at most `max` boxes, always the one that varies most, at the mean of its widest channel. */
function split(all: Shade[], max: number): Shade[][] {
  const boxes = [{ shades: all, ...spread(all) }];
  while (boxes.length < max) {
    const [widest] = boxes.sort((a, b) => b.error - a.error);
    if (!widest || widest.error === 0) break;
    const { channel, shades } = widest;
    const middle = mean(shades, channel);
    const halves = Object.values(Object.groupBy(shades, ({ rgb, count }) => String(rgb[channel] / count > middle)));
    boxes.splice(0, 1, ...halves.flatMap((half) => (half ? [{ shades: half, ...spread(half) }] : [])));
  }
  return boxes.map(({ shades }) => shades);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
