export interface StoredDocument {
  /** The document as ready-to-send JSON. */
  readonly json: string;
  /** Log position of the last event that changed it; serves as its ETag. */
  readonly position: bigint;
  /** The document itself, if the store holds it rather than its JSON. Treat it as frozen. */
  readonly value?: object | undefined;
}
