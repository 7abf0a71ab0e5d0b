import type { Response } from 'undici';
import { limitConcurrency } from '../timing/limit-concurrency.ts';
import { type CheckedClient, openCheckedClient } from './checked-client.ts';
import { FetchProblem } from './fetch-problem.ts';
import { isPublicWebServer, type MayConnect } from './public-address.ts';
import { limitResolve, type Resolve, resolveBySystem } from './resolve.ts';

export interface FetchRequest {
  /** Untrusted text of a user: parsed and checked here, so that no caller can leave that out. */
  readonly address: string;
  /** After decompression. */
  readonly maxBytes: number;
  /** From the call until the last byte: for the wait for a place and all redirects together. */
  readonly timeoutMs: number;
  /** Accepted media types, in lower case: `text/html`, or `image/*`. */
  readonly types: readonly string[];
}

export interface Fetched {
  /** The address after redirects. */
  readonly url: string;
  /** The media type without parameters, in lower case. */
  readonly type: string;
  /** The `charset` of the media type, in lower case. */
  readonly charset: string | undefined;
  readonly body: Buffer;
}

/** @throws FetchProblem */
export type PublicFetch = (request: FetchRequest) => Promise<Fetched>;

export interface PublicFetchOptions {
  /** Default: web servers on the internet. Only tests, whose servers are on loopback, give another rule. */
  readonly mayConnect?: MayConnect;
  /** Default: the system. */
  readonly resolve?: Resolve;
}

const maxRedirects = 5;
const redirectStatuses = [301, 302, 303, 307, 308];
const userAgent = 'Mozilla/5.0 (compatible; Potluck)';

/** At the same time: each fetch holds a whole body. */
const concurrency = { maxConcurrent: 16, maxWaiting: 64, overloaded: () => new FetchProblem('BUSY') };

/** Fetches what users name by its address, from the internet only, also after a redirect: docs/adr/0054. */
export function createPublicFetch({ mayConnect = isPublicWebServer, resolve }: PublicFetchOptions = {}): PublicFetch {
  const limited = resolve ? limitResolve(resolve) : resolveBySystem;
  let client: Promise<CheckedClient> | undefined;
  const fetchInTurn = limitConcurrency(
    ({ get, request, signal }: Turn) => fetchFollowing(get, request, signal),
    concurrency,
  );
  return async (request) => {
    client ??= openCheckedClient(mayConnect, limited);
    const get = await client;
    const signal = AbortSignal.timeout(request.timeoutMs);
    return fetchInTurn({ get, request, signal }, signal).catch((error: unknown) => {
      throw toProblem(error, signal);
    });
  };
}

interface Turn {
  readonly get: CheckedClient;
  readonly request: FetchRequest;
  readonly signal: AbortSignal;
}

async function fetchFollowing(get: CheckedClient, request: FetchRequest, signal: AbortSignal): Promise<Fetched> {
  const headers = { 'user-agent': userAgent, accept: request.types.join(', ') };
  let url = parseAddress(request.address);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await get(url, { headers }, signal);
    const location = response.headers.get('location');
    if (!redirectStatuses.includes(response.status) || location === null) return readResponse(url, response, request);
    await response.body?.cancel();
    url = parseAddress(location, url);
  }
  throw new FetchProblem('TOO_MANY_REDIRECTS');
}

/** @throws FetchProblem */
export function parseAddress(text: string, base?: URL): URL {
  if (!URL.canParse(text.trim(), base?.href)) throw new FetchProblem('INVALID_ADDRESS');
  const url = new URL(text.trim(), base);
  const isWeb = url.protocol === 'http:' || url.protocol === 'https:';
  if (!isWeb || url.username !== '' || url.password !== '') throw new FetchProblem('INVALID_ADDRESS');
  url.hash = '';
  return url;
}

async function readResponse(url: URL, response: Response, { types, maxBytes }: FetchRequest): Promise<Fetched> {
  try {
    if (response.status !== 200) throw new FetchProblem('STATUS', { status: response.status });
    const { type, charset } = parseMediaType(response.headers.get('content-type') ?? '');
    if (!types.some((accepted) => matches(accepted, type))) throw new FetchProblem('WRONG_TYPE');
    if (Number(response.headers.get('content-length') ?? 0) > maxBytes) throw new FetchProblem('TOO_LARGE');
    return { url: url.href, type, charset, body: await readBody(response, maxBytes) };
  } catch (error) {
    // Closes the connection.
    await response.body?.cancel().catch(() => {});
    throw error;
  }
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new FetchProblem('TOO_LARGE');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseMediaType(value: string): { type: string; charset: string | undefined } {
  const [type = '', ...parameters] = value.toLowerCase().split(';');
  const charset = parameters.map((one) => /^\s*charset\s*=\s*"?([\w.:+-]+)/.exec(one)?.[1]).find(Boolean);
  return { type: type.trim(), charset };
}

const matches = (accepted: string, type: string): boolean =>
  accepted.endsWith('/*') ? type.startsWith(accepted.slice(0, -1)) : type === accepted;

/** The HTTP client wraps errors as `cause`. */
export function toProblem(error: unknown, signal: AbortSignal): FetchProblem {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (error instanceof FetchProblem) return error;
  if (cause instanceof FetchProblem) return cause;
  return new FetchProblem(signal.aborted ? 'TIMEOUT' : 'UNREACHABLE', { cause: error });
}
