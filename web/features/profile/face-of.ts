import { profileLimits } from '../../../server/core/contracts/limits.ts';

/** Pixels: twice the largest that is shown. */
const side = 256;
/** Where a picture is still too large to be sent, it is drawn more coarsely. */
const qualities = [0.85, 0.6, 0.3];
/** A data URL holds three bytes in four characters, and some words before. */
const mostCharacters = Math.floor(profileLimits.picture / 3) * 4;

/**
 * The middle of a picture as a small square, a data URL. Drawn anew, it tells nothing of where and when it was taken.
 * @throws for what is no picture that this browser can read
 */
export async function faceOf(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file);
  try {
    const canvas = document.createElement('canvas');
    canvas.width = side;
    canvas.height = side;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('This browser draws nothing');
    context.imageSmoothingQuality = 'high';
    // Under what is transparent: it is shown on light and dark.
    context.fillStyle = '#fff';
    context.fillRect(0, 0, side, side);
    const cut = Math.min(picture.width, picture.height);
    const [left, top] = [(picture.width - cut) / 2, (picture.height - cut) / 2];
    context.drawImage(picture, left, top, cut, cut, 0, 0, side, side);
    return encoded(canvas);
  } finally {
    picture.close();
  }
}

/** A browser that writes no WebP answers with a PNG, which is several times as large. */
function encoded(canvas: HTMLCanvasElement): string {
  for (const quality of qualities) {
    const webp = canvas.toDataURL('image/webp', quality);
    const url = webp.startsWith('data:image/webp') ? webp : canvas.toDataURL('image/jpeg', quality);
    if (url.length <= mostCharacters) return url;
  }
  throw new Error('This picture does not get small enough');
}
