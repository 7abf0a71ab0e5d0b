import { isIP, type LookupFunction } from 'node:net';
import type { Response } from 'undici';
import { FetchProblem } from './fetch-problem.ts';
import type { MayConnect } from './public-address.ts';
import type { Resolve } from './resolve.ts';

/** Sends one request, without cookies or credentials, and does not follow redirects. */
export type CheckedClient = (url: URL, request: CheckedRequest, signal: AbortSignal) => Promise<Response>;

export interface CheckedRequest {
  /** Default: GET. */
  readonly method?: 'POST';
  readonly headers: Record<string, string>;
  readonly body?: Uint8Array;
}

const connectTimeoutMs = 10_000;
const maxHeaderBytes = 16 * 1024;

/**
 * An HTTP client whose connections go only to IP addresses that `mayConnect` accepts. The rule is applied to the resolved
 * address of each connection, and the connection goes to that address: what a name resolves to later does not matter.
 */
export async function openCheckedClient(mayConnect: MayConnect, resolve: Resolve): Promise<CheckedClient> {
  // It takes long to load, and most processes fetch nothing.
  const { Agent, buildConnector, fetch } = await import('undici');
  const dispatcher = new Agent({
    connect: (options, callback) => {
      const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80);
      const host = options.hostname.replace(/^\[|\]$/g, '');
      // Node looks up names only.
      if (isIP(host) !== 0 && !mayConnect(host, port)) callback(new FetchProblem('REFUSED_ADDRESS'), null);
      else
        buildConnector({ lookup: checkedLookup(port, mayConnect, resolve), timeout: connectTimeoutMs })(
          options,
          callback,
        );
    },
    keepAliveTimeout: 1_000,
    maxHeaderSize: maxHeaderBytes,
  });
  return (url, request, signal) =>
    fetch(url, { ...request, dispatcher, redirect: 'manual', credentials: 'omit', signal });
}

/** Resolves a name to those of its addresses that may be connected to. */
const checkedLookup =
  (port: number, mayConnect: MayConnect, resolve: Resolve): LookupFunction =>
  (hostname, options, callback) =>
    void resolve({ hostname, options }).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => mayConnect(address, port));
        const [first] = allowed;
        if (!first) callback(new FetchProblem('REFUSED_ADDRESS'), []);
        else if (options.all) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, []),
    );
