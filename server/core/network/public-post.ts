import { limitConcurrency } from '../timing/limit-concurrency.ts';
import { type CheckedClient, openCheckedClient } from './checked-client.ts';
import { FetchProblem } from './fetch-problem.ts';
import { isPublicWebServer } from './public-address.ts';
import { type PublicFetchOptions, parseAddress, toProblem } from './public-fetch.ts';
import { resolveBySystem } from './resolve.ts';

export interface PostRequest {
  readonly address: string;
  readonly headers: Record<string, string>;
  readonly body: Uint8Array;
  readonly timeoutMs: number;
}

export interface PostResponse {
  /** Any, also of a redirect, which is not followed. */
  readonly status: number;
  /** Seconds to wait, if the server asks for that. */
  readonly retryAfterS: number | undefined;
}

/** The content of the response is not read. @throws FetchProblem if there is none */
export type PublicPost = (request: PostRequest) => Promise<PostResponse>;

const concurrency = { maxConcurrent: 8, maxWaiting: 256, overloaded: () => new FetchProblem('BUSY') };

/** Sends to addresses that users name, on the internet only: docs/adr/0054. */
export function createPublicPost({
  mayConnect = isPublicWebServer,
}: Pick<PublicFetchOptions, 'mayConnect'> = {}): PublicPost {
  let client: Promise<CheckedClient> | undefined;
  return limitConcurrency<PostRequest, PostResponse>(async ({ address, headers, body, timeoutMs }) => {
    const url = parseAddress(address);
    client ??= openCheckedClient(mayConnect, resolveBySystem);
    const send = await client;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await send(url, { method: 'POST', headers, body }, signal);
      await response.body?.cancel();
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      return { status: response.status, retryAfterS: seconds >= 0 ? seconds : undefined };
    } catch (error) {
      throw toProblem(error, signal);
    }
  }, concurrency);
}
