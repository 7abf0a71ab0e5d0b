import { profileLimits } from '../../../server/core/contracts/limits.ts';

/** More than twice the largest size on the screen, for high-density displays. */
const sizePx = 256;
/** Tried in turn until the picture is within the limit. */
const qualities = [0.85, 0.6, 0.3];
/** A data URL encodes three bytes as four characters, after a short prefix. */
const maxCharacters = Math.floor(profileLimits.picture / 3) * 4;

/**
 * Crops the centre of a picture to a small square, and returns it as a data URL. Encoding it again removes metadata,
 * such as the time and place of a photo.
 * @throws if the file is not a picture that this browser can decode
 */
export async function cropAvatar(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = sizePx;
    canvas.height = sizePx;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser has no 2D canvas');
    context.imageSmoothingQuality = 'high';
    // Transparent parts become white in light and dark mode.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, sizePx, sizePx);
    const side = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    context.drawImage(picture, left, top, side, side, 0, 0, sizePx, sizePx);
    return encode(canvas);
  } finally {
    picture.close();
  }
}

/** Browsers that cannot encode WebP return a PNG, which is several times as large as the JPEG used instead. */
function encode(canvas: HTMLCanvasElement): string {
  for (const quality of qualities) {
    const webp = canvas.toDataURL('image/webp', quality);
    const url = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
    if (url.length <= maxCharacters) return url;
  }
  throw new Error('The picture is too large even at the lowest quality');
}
