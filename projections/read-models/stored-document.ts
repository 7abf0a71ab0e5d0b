export interface StoredDocument {
  /** The document as ready-to-send JSON. */
  readonly json: string;
  /** Log position of the last event that changed it; serves as its ETag. */
  readonly position: bigint;
}
