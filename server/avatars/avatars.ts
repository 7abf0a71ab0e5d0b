/** Where people's pictures are kept. Names are ours, such as `0d1f….webp`, and given to one picture only, ever. */
export interface Avatars {
  /** Resolves once it is durable. The same again changes nothing. @throws AvatarsUnavailable */
  keep(name: string, picture: Uint8Array): Promise<void>;
  /** Undefined where there is none. @throws AvatarsUnavailable */
  read(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
}

/** The pictures cannot be written or read now: the disk is full, say. */
export class AvatarsUnavailable extends Error {
  readonly code = 'AVATARS_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AvatarsUnavailable';
  }
}

/** A picture as it may be shown to everybody. */
export interface Picture {
  readonly type: 'jpeg' | 'webp';
  readonly bytes: Uint8Array;
}

/** A picture of one format, with what its own bytes tell of its size. */
export interface Cleaned {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}
