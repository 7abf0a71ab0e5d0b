export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What a response says of the document that a write changed. */
export interface ResponseVersion {
  /** The new revision of the document that a write changed; undefined when it changed none. */
  revision?: string | undefined;
  /** The id by which live messages name the document, if the response says so. */
  documentId?: string | undefined;
}

/** The data of a response, with its version. */
export interface ApiResponse<T> extends ResponseVersion {
  data: T;
}

/** Makes a write, by itself or in one request with others. In the latter case, the response has no data. */
export type SendWrite = <T>(
  method: WriteMethod,
  path: string,
  content?: unknown,
) => Promise<ResponseVersion & { data?: T }>;
