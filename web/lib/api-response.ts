export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The data of a response, with its version. */
export interface ApiResponse<T> {
  data: T;
  /** The new revision of the document that a write changed; undefined when it changed none. */
  revision?: string | undefined;
  /** The id by which live messages name the document, if the response says so. */
  documentId?: string | undefined;
}
