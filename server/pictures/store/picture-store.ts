/**
 * The port of what pictures are kept in: files by name, which never change. Adapters: a folder, and a bucket of an
 * S3-compatible service. `tests/contracts/picture-store.ts` is the suite that both must pass.
 */
export interface PictureStore {
  /** Resolves once the file is durable. Writing it again renews `writtenAt`. @throws PicturesUnavailable */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** Undefined if there is no such file. @throws PicturesUnavailable */
  read(name: string): Promise<StoredFile | undefined>;
  /** When a file was written; undefined if there is no such file. @throws PicturesUnavailable */
  writtenAt(name: string): Promise<Date | undefined>;
  /** Also succeeds if there is no such file. @throws PicturesUnavailable */
  remove(name: string): Promise<void>;
  /** All files, in any order. @throws PicturesUnavailable */
  list(): AsyncIterable<ListedFile>;
}

export interface StoredFile {
  readonly bytes: Uint8Array;
  /** By the clock of the store. */
  readonly writtenAt: Date;
}

export interface ListedFile {
  readonly name: string;
  readonly writtenAt: Date;
}
