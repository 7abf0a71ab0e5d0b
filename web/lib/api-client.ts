import type { ErrorResponse } from '../../server/core/contracts/shared.ts';
import type { ApiResponse, WriteMethod } from './api-response.ts';
import { takeEarlyResponse } from './early-request.ts';
import { currentToken, currentUid } from './identity/session.ts';
import { backoffMs } from './retry-pause.ts';

/** The code of errors without one. */
const codeOfProxies = 'PROXY_ERROR';

/** With these, a proxy asks for a login, has no server for now, or has waited too long for the request. */
const proxyStatuses = new Set([401, 403, 404, 407, 408]);

/** An error response of the API or, with `statusCode` 0 and code `UNREACHABLE`, no response. `message` is for the user. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: string;
  /** Path of the invalid property of the body, if the error is about one. */
  readonly field: string | undefined;
  /** The pause that the server asks for. */
  readonly retryAfterMs: number | undefined;

  constructor(refusal: Omit<ErrorResponse, 'error'>, options?: ErrorOptions & { retryAfterMs?: number | undefined }) {
    super(refusal.message, options);
    this.name = 'ApiError';
    this.statusCode = refusal.statusCode;
    this.code = refusal.code;
    this.field = refusal.field;
    this.retryAfterMs = options?.retryAfterMs;
  }

  /** No response: the request may not have arrived. It may be sent again with the same idempotency key. */
  get isUnreachable(): boolean {
    return this.statusCode === 0;
  }

  /**
   * No response, one that says that the server or a dependency is unavailable or busy, or one of a proxy, such as the 404 of
   * a proxy that has no server for now. The outcome is unknown. After the limit on publishing, the user decides whether and
   * when to try again.
   */
  get isUndecided(): boolean {
    if (this.code === 'PUBLISHING_TOO_FAST') return false;
    if (this.isUnreachable || this.statusCode === 429 || this.statusCode >= 502) return true;
    return this.isFromProxy && proxyStatuses.has(this.statusCode);
  }

  /** Whether the server itself says that it will take it later: it limits requests, or cannot write for now. */
  get isPostponed(): boolean {
    return (this.statusCode === 429 || this.statusCode === 503) && !this.isFromProxy;
  }

  /** Whether the server has recorded another request under the key of this one. */
  get isKeyReused(): boolean {
    return this.code === 'IDEMPOTENCY_KEY_REUSED';
  }

  /** Whether a proxy has responded, and not the server, whose errors have codes. */
  get isFromProxy(): boolean {
    return this.code === codeOfProxies;
  }

  /** Whether the server says that it is not there. A 404 of a proxy does not say that. */
  get isNotFound(): boolean {
    return this.statusCode === 404 && !this.isFromProxy;
  }
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
}

export interface SendOptions {
  /** Only for a request without side effects: the server may process an aborted request. */
  signal?: AbortSignal | undefined;
  /** A repeated request with the same key changes nothing and returns the first response. */
  idempotencyKey?: string | undefined;
  /** The uid of the user who made the change, if they made it earlier. Default: the current user. */
  sender?: string | undefined;
}

/** The dependencies of the client; a test supplies its own. */
export interface ApiClientDependencies {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  token: (options?: { fresh?: boolean }) => Promise<string | null>;
  /** The uid of the current user, null for a visitor. */
  uid: () => string | null;
  pause: (ms: number) => Promise<void>;
}

const base = '/api';
const timeoutMs = 15_000;
const maxWriteRetries = 2;
const firstRetryPauseMs = 500;
/** When the server asks for a longer pause than this, the write fails at once. */
const maxPauseMs = 5_000;

export function createApiClient({ fetch, token, uid, pause }: ApiClientDependencies) {
  async function sendOnce(path: string, init: RequestInit, bearer: string | null): Promise<Response> {
    const headers = new Headers(init.headers);
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      return await fetch(base + path, { ...init, headers, signal });
    } catch (error) {
      if (init.signal?.aborted) throw error; // The caller aborted, which is not a failure.
      throw unreachable(error);
    }
  }

  const bearerFor = (options: { fresh: boolean }) =>
    token(options).catch((error: unknown) => {
      throw unreachable(error);
    });

  /**
   * Sends a request, and once more with a renewed token if the server rejects the first one. The request is sent as
   * `sender`, who made it, or not at all: another user may have signed in since.
   */
  async function request<T>(path: string, init: RequestInit, sender: string | null): Promise<ApiResponse<T>> {
    const bearer = await bearerFor({ fresh: false });
    if (uid() !== sender) throw senderLeft();
    let response = await sendOnce(path, init, bearer);
    if (response.status === 401 && bearer) {
      const renewed = await bearerFor({ fresh: true });
      if (uid() !== sender) throw senderLeft();
      if (renewed) response = await sendOnce(path, init, renewed);
    }
    if (!response.ok) throw await errorOf(response);
    const { headers } = response;
    const header = (name: string) => headers.get(name) ?? undefined;
    return {
      data: await readBody<T>(response),
      revision: header('potluck-revision'),
      documentId: header('potluck-document'),
    };
  }

  return {
    /** @throws ApiError */
    get<T>(path: string, { signal }: ReadOptions = {}): Promise<ApiResponse<T>> {
      return request<T>(path, { headers: { accept: 'application/json' }, signal: signal ?? null }, uid());
    },

    /** Sends a write. Without a response or with a 503, retries at most twice with the same key. @throws ApiError */
    async send<T>(
      method: WriteMethod,
      path: string,
      content?: unknown,
      options: SendOptions = {},
    ): Promise<ApiResponse<T>> {
      const headers = new Headers({ accept: 'application/json' });
      headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
      if (content !== undefined) headers.set('content-type', 'application/json');
      const init: RequestInit = { method, headers, signal: options.signal ?? null };
      // A deletion may wait until the page is left: see `held-changes.ts`. It has no body, whose size would be limited.
      if (method === 'DELETE' && content === undefined) init.keepalive = true;
      if (content !== undefined) init.body = JSON.stringify(content);
      const sender = options.sender ?? uid();
      for (let failures = 1; ; failures++) {
        try {
          return await request<T>(path, init, sender);
        } catch (error) {
          const pauseMs = failures > maxWriteRetries ? undefined : pauseMsAfter(error, failures);
          if (pauseMs === undefined) throw error;
          await pause(pauseMs);
        }
      }
    },
  };
}

/** The pause before the same write is retried; undefined when a retry would not help. */
function pauseMsAfter(error: unknown, failures: number): number | undefined {
  if (!(error instanceof ApiError && (error.isUnreachable || error.statusCode === 503))) return undefined;
  const requestedMs = error.retryAfterMs;
  if (requestedMs === undefined) return backoffMs(failures, firstRetryPauseMs);
  return requestedMs <= maxPauseMs ? requestedMs : undefined;
}

export async function errorOf(response: Response): Promise<ApiError> {
  const answer: Partial<ErrorResponse> | null = await response.json().catch(() => null);
  // Proxies may respond with JSON, too.
  const isOfServer = typeof answer?.code === 'string' && answer.statusCode === response.status;
  const details = {
    ...{ code: codeOfProxies, message: 'Something went wrong.' },
    ...(isOfServer && answer),
    statusCode: response.status,
  };
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new ApiError(details, { retryAfterMs: Number.isFinite(seconds) ? seconds * 1000 : undefined });
}

async function readBody<T>(response: Response): Promise<T> {
  try {
    return JSON.parse((await response.text()) || 'null');
  } catch (error) {
    throw unreachable(error); // The body was cut off: the same as no response.
  }
}

export const unreachable = (cause: unknown) =>
  new ApiError(
    { statusCode: 0, code: 'UNREACHABLE', message: 'Potluck cannot be reached. Check your connection and try again.' },
    { cause },
  );

export const senderLeft = () =>
  new ApiError({
    statusCode: 401,
    code: 'SENDER_LEFT',
    message: 'You signed out before this was sent. Sign in and try again.',
  });

export const api = createApiClient({
  fetch: (path, init) => takeEarlyResponse(path, init) ?? fetch(path, init),
  token: currentToken,
  uid: currentUid,
  pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
