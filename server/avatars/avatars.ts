/** Stores profile pictures. The server chooses their names, such as `0d1f….webp`, and never reuses one. */
export interface Avatars {
  /** Resolves once the picture is durable. Idempotent. @throws AvatarsUnavailable */
  store(name: string, picture: Uint8Array): Promise<void>;
  /** Undefined if there is no such picture. @throws AvatarsUnavailable */
  read(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
}

/** Pictures cannot be written or read now, for example because the disk is full. */
export class AvatarsUnavailable extends Error {
  readonly code = 'AVATARS_UNAVAILABLE';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AvatarsUnavailable';
  }
}

/** A picture without metadata, safe to publish. */
export interface Picture {
  readonly type: 'jpeg' | 'webp';
  readonly bytes: Uint8Array;
}

/** A cleaned picture with the size that its own bytes declare, in pixels. */
export interface CleanedPicture {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
}
