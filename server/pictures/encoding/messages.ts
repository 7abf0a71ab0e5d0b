import type { PictureProblemCode } from '../pictures.ts';
import type { EncodedPicture } from './encode-picture.ts';

/** To the process: the file to encode. It answers each with one message. */
export type ToEncoder = { readonly file: string };

export type FromEncoder =
  | { readonly kind: 'encoded'; readonly picture: EncodedPicture }
  | { readonly kind: 'refused'; readonly code: PictureProblemCode }
  /** An error of the program, not of the picture. */
  | { readonly kind: 'failed'; readonly reason: string };
