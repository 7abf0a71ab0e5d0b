import { VideoProblem } from '../videos.ts';
import { reasonOf } from './answers.ts';

/** A response of the service. `refused` is a client error, with the API's own reason if it gives one. */
export type ApiResponse =
  | { readonly body: string }
  | { readonly refused: { status: number; reason: string | undefined } };

export interface Caller {
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly timeoutMs: number;
  /** For the operator. Messages never contain a URL, because that contains the key. */
  readonly warn: (message: string) => void;
}

/** More than the captions of the longest videos. */
const maxBytes = 4 * 1024 * 1024;

const quotaReasons = new Set(['quotaExceeded', 'dailyLimitExceeded', 'rateLimitExceeded', 'userRateLimitExceeded']);

/** Makes one GET request. @throws VideoProblem when the quota is used up, or the service fails or times out */
export async function call(
  { apiUrl, apiKey, timeoutMs, warn }: Caller,
  path: string,
  query: Readonly<Record<string, string>>,
  token?: string,
): Promise<ApiResponse> {
  const address = `${apiUrl}${path}?${new URLSearchParams({ ...query, key: apiKey })}`;
  const { status, body } = await get(address, timeoutMs, token).catch((error: unknown) => {
    // Not the error's own message: a library may quote the URL in it.
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    warn(isTimeout ? `YouTube did not answer within ${timeoutMs} ms` : `YouTube cannot be reached (${codeOf(error)})`);
    throw new VideoProblem(isTimeout ? 'VIDEO_TIMEOUT' : 'VIDEO_SERVICE_UNAVAILABLE');
  });
  if (status === 200) return { body };
  const reason = reasonOf(body);
  if (status === 429 || (reason !== undefined && quotaReasons.has(reason))) {
    warn(`The quota of YOUTUBE_API_KEY is used up (${reason ?? status})`);
    throw new VideoProblem('VIDEO_QUOTA_EXHAUSTED');
  }
  if (status >= 400 && status < 500) return { refused: { status, reason } };
  warn(`YouTube answers ${status}`);
  throw new VideoProblem('VIDEO_SERVICE_UNAVAILABLE');
}

async function get(address: string, timeoutMs: number, token: string | undefined) {
  const response = await fetch(address, {
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    // Key and token must not be sent to another address.
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return { status: response.status, body: await textOf(response) };
}

async function textOf(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new TooLong('The response is longer than any captions');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

class TooLong extends Error {
  readonly code = 'TOO_LONG';
}

/** `fetch` wraps network errors as `cause`. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
}
