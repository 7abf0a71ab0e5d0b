/** Photos for uploads, made when they are needed. */
import sharp, { type Sharp } from 'sharp';

export interface PhotoOptions {
  readonly width?: number;
  readonly height?: number;
}

/** A gradient with some texture: not so plain that it compresses to nothing, and different at each of its corners. */
export function photo({ width = 800, height = 600 }: PhotoOptions = {}): Sharp {
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3;
      pixels[at] = (255 * x) / width;
      pixels[at + 1] = (255 * y) / height;
      pixels[at + 2] = ((x ^ y) & 31) * 4;
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

/** A form with these parts, as browsers send it. A part without a file name is a field. */
export function formOf(...parts: { name: string; filename?: string; type?: string; content: Buffer | string }[]) {
  const boundary = '----potluck7MA4YWxkTrZu0gW';
  const chunks = parts.flatMap(({ name, filename, type = 'image/jpeg', content }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: ${type}`}\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  const payload = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export const pictureForm = (content: Buffer) => formOf({ name: 'picture', filename: 'IMG_1.jpg', content });
