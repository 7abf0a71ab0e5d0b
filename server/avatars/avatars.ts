/** Where people's pictures are kept. Names are ours, such as `0d1f….webp`, and given to one picture only, ever. */
export interface Avatars {
  /** Resolves once it is durable. The same again changes nothing. */
  keep(name: string, picture: Uint8Array): Promise<void>;
  /** Undefined where there is none. */
  read(name: string): Promise<Uint8Array | undefined>;
  remove(name: string): Promise<void>;
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
