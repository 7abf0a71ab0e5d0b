export type FetchProblemCode =
  /** It is no address of a web page: not a URL, another scheme, or with a password. */
  | 'INVALID_ADDRESS'
  /** The host is not on the internet. */
  | 'REFUSED_ADDRESS'
  /** Not resolved, not connected, no TLS, or no HTTP. */
  | 'UNREACHABLE'
  | 'TIMEOUT'
  | 'TOO_MANY_REDIRECTS'
  /** The status of the response is not 200. */
  | 'STATUS'
  | 'WRONG_TYPE'
  | 'TOO_LARGE'
  /** This server already fetches as much as it may. */
  | 'BUSY';

/** Why nothing could be fetched. The message contains no address. */
export class FetchProblem extends Error {
  readonly code: FetchProblemCode;
  /** Of the response, for `STATUS`. */
  readonly status: number | undefined;

  constructor(code: FetchProblemCode, options: ErrorOptions & { readonly status?: number } = {}) {
    super(`The address cannot be fetched: ${code}`, options);
    this.name = 'FetchProblem';
    this.code = code;
    this.status = options.status;
  }
}
