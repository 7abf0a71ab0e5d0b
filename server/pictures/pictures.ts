/** Uploaded pictures: what the rest of the program needs of them. */

/** In px. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** A stored picture. */
export interface PictureInfo {
  /** Hash of the renditions, or of the address. */
  readonly id: string;
  /** Of the renditions, narrowest first. */
  readonly sizes: readonly Size[];
  /** A blurred miniature, as a data URL. */
  readonly placeholder: string;
  /** By which events name it, in place of its id. */
  readonly address?: string;
}

/** Limits the fetches of a user. */
export type BeginFetch = (work: () => Promise<PictureInfo>) => Promise<PictureInfo>;

export interface PictureFetchOptions {
  /** Runs the fetch, if one is needed, or refuses it. Default: runs it. */
  readonly begin?: BeginFetch;
  /**
   * Timeout in ms, from the call until the picture is stored. A fetch that is still queued is cancelled and sends no
   * request, and one in progress is aborted. A picture that has been received is still stored, for the next attempt.
   * Default: 10,000.
   */
  readonly waitMs?: number;
}

/** Pictures at addresses on the internet, which the server fetches in place of the readers' browsers. */
export interface AddressedPictures {
  /**
   * Fetches a picture that a user names, and stores it like an upload. What was fetched minutes ago is not fetched again:
   * a form shows a picture before it is sent.
   * @throws PictureProblem, `PICTURES_BUSY` or `PICTURE_TIMEOUT` when the time is over; PicturesUnavailable, and the errors
   * of `begin`
   */
  fetch(address: string, options?: PictureFetchOptions): Promise<PictureInfo>;
  /**
   * A rendition of a picture that recorded events name by its address, at least as wide as `widthPx` if there is one. It is
   * fetched at the first call and kept. Undefined if nothing uses it, or if there is no picture.
   * @throws PictureProblem `PICTURES_BUSY`, PicturesUnavailable
   */
  readAt(address: string, widthPx: number): Promise<Uint8Array | undefined>;
}

export interface Pictures extends AddressedPictures {
  /** Where an upload is written while it arrives. The caller removes the file. */
  newUpload(): Promise<string>;
  /**
   * Encodes an uploaded file anew, and resolves once its renditions are durable.
   * @param options.signal ends the wait for the encoder
   * @throws PictureProblem, PicturesUnavailable, and the reason of `signal`
   */
  add(file: string, options?: { readonly signal?: AbortSignal }): Promise<PictureInfo>;
  /** A picture that an event may name from now on. @throws PictureProblem `PICTURE_GONE`, PicturesUnavailable */
  find(id: string): Promise<PictureInfo>;
  /** A rendition, as WebP; undefined if there is none of this width. @throws PictureProblem `PICTURES_BUSY`, PicturesUnavailable */
  read(id: string, width: number): Promise<Uint8Array | undefined>;
}

const messages = {
  NOT_A_PICTURE: 'This file is not a picture that can be read here. Choose a JPEG, PNG, WebP or AVIF',
  TOO_MANY_PIXELS: 'This picture has too many pixels. Choose one of at most 52 megapixels',
  DAMAGED_PICTURE: 'This picture is damaged or incomplete. Choose another one',
  PICTURE_TOO_SLOW: 'This picture takes too long to read. Choose another one',
  PICTURE_GONE: 'This photo was not used for too long, so it was removed. Choose it again',
  PICTURE_NOT_FOUND:
    'We could not load this picture: nothing can be opened at its address. Choose another or upload it',
  PICTURE_NOT_READABLE:
    'We could not load this picture: at its address is no JPEG, PNG, WebP or AVIF that can be read here. Choose another or upload it',
  PICTURE_TOO_LARGE: 'We could not load this picture: it is too large. Choose another or upload it',
  PICTURE_TIMEOUT: 'We could not load this picture: its server takes too long. Try again, choose another or upload it',
  PICTURES_BUSY: 'Many photos are arriving right now; please try again in a moment',
} as const;

export type PictureProblemCode = keyof typeof messages;

/** Why a picture is refused. The message is for the user. */
export class PictureProblem extends Error {
  readonly code: PictureProblemCode;
  /** The property of the body that names the picture, if the body names one. */
  readonly field: string | undefined;
  constructor(code: PictureProblemCode, options: ErrorOptions & { readonly field?: string } = {}) {
    super(messages[code], options);
    this.name = 'PictureProblem';
    this.code = code;
    this.field = options.field;
  }
}

/** Pictures cannot be encoded, written or read now, for example because the disk is full. */
export class PicturesUnavailable extends Error {
  readonly code = 'PICTURES_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PicturesUnavailable';
  }
}
