import type { ErrorAnswer } from '../../server/core/contracts/shared.ts';
import { currentToken, currentUid } from './identity/session.ts';

/** A refusal of the API, or, with `statusCode` 0 and code `UNREACHABLE`, no answer at all. `message` is for people. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly code: string;
  /** Path of the property of the body that is at fault, where it is one. */
  readonly field: string | undefined;

  constructor(refusal: Omit<ErrorAnswer, 'error'>, options?: ErrorOptions) {
    super(refusal.message, options);
    this.name = 'ApiError';
    this.statusCode = refusal.statusCode;
    this.code = refusal.code;
    this.field = refusal.field;
  }

  /** The request may not have arrived; the same request with the same idempotency key may be sent again. */
  get unreachable(): boolean {
    return this.statusCode === 0;
  }

  /** No answer, or one that says that the server, or what it needs, is away or busy: nothing was decided about the request. */
  get undecided(): boolean {
    return this.unreachable || [429, 502, 503, 504].includes(this.statusCode);
  }
}

/** What was answered, and the log position that it includes; '0' where the server names none, which claims nothing. */
export interface Answer<T> {
  data: T;
  position: string;
  /** The revision that a write gave to what it changed; undefined where it changed nothing that has one. */
  revision?: string | undefined;
  /** The version of what was answered, for `ifMatch`. */
  etag?: string | undefined;
}

export interface ReadOptions {
  signal?: AbortSignal | undefined;
}

export interface SendOptions {
  /** For a request that changes nothing: what was sent may have been done all the same. */
  signal?: AbortSignal | undefined;
  /** The same key again changes nothing and answers as the first time. */
  idempotencyKey?: string | undefined;
  /** The ETag of what was changed. */
  ifMatch?: string | undefined;
  /** The uid of who asked for it, where that was a while ago; otherwise it is who is signed in now. */
  sender?: string | undefined;
}

export type WriteMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the client needs of its surroundings; a test brings its own. */
export interface Surroundings {
  fetch: (path: string, init: RequestInit) => Promise<Response>;
  token: (options?: { fresh?: boolean }) => Promise<string | null>;
  /** The uid of who is signed in now, null for a visitor. */
  uid: () => string | null;
  /** @param ms how long */
  pause: (ms: number) => Promise<void>;
}

const base = '/api';
const timeout = 15_000;
/** Pauses (ms) before a write is sent again, with some chance in them so that many clients do not come back together. */
const pauses = [300, 1_200];
/** A server that asks for a longer pause than this is not waited for: the caller hears of it. */
const longestPause = 5_000;

export function createApiClient({ fetch, token, uid, pause }: Surroundings) {
  async function once(path: string, init: RequestInit, bearer: string | null): Promise<Response> {
    const headers = new Headers(init.headers);
    if (bearer) headers.set('authorization', `Bearer ${bearer}`);
    const deadline = AbortSignal.timeout(timeout);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      return await fetch(base + path, { ...init, headers, signal });
    } catch (error) {
      if (init.signal?.aborted) throw error; // The caller gave up; that is no failure.
      throw unreachable(error);
    }
  }

  const bearerFor = (options: { fresh: boolean }) =>
    token(options).catch((error: unknown) => {
      throw unreachable(error);
    });

  /**
   * One request; a token that the server no longer takes is renewed once. It goes out in the name of `sender`, who asked
   * for it, or not at all: by now somebody else may be signed in.
   */
  async function request<T>(path: string, init: RequestInit, sender: string | null): Promise<Answer<T>> {
    const bearer = await bearerFor({ fresh: false });
    if (uid() !== sender) throw senderLeft();
    let response = await once(path, init, bearer);
    if (response.status === 401 && bearer) {
      const renewed = await bearerFor({ fresh: true });
      if (uid() !== sender) throw senderLeft();
      if (renewed) response = await once(path, init, renewed);
    }
    if (!response.ok) throw await refusal(response);
    const { headers } = response;
    const position = headers.get('potluck-position') ?? '0';
    const revision = headers.get('potluck-revision') ?? undefined;
    return { data: await body<T>(response), position, revision, etag: headers.get('etag') ?? undefined };
  }

  return {
    /** @throws ApiError */
    get<T>(path: string, { signal }: ReadOptions = {}): Promise<Answer<T>> {
      return request<T>(path, { headers: { accept: 'application/json' }, signal: signal ?? null }, uid());
    },

    /** Sends a write; one that got no answer or a 503 is sent again, twice at most, with the same key. @throws ApiError */
    async send<T>(method: WriteMethod, path: string, content?: unknown, options: SendOptions = {}): Promise<Answer<T>> {
      const headers = new Headers({ accept: 'application/json' });
      headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
      if (options.ifMatch !== undefined) headers.set('if-match', options.ifMatch);
      if (content !== undefined) headers.set('content-type', 'application/json');
      const init: RequestInit = { method, headers, signal: options.signal ?? null };
      if (content !== undefined) init.body = JSON.stringify(content);
      const sender = options.sender ?? uid();
      for (const planned of pauses) {
        try {
          return await request<T>(path, init, sender);
        } catch (error) {
          const wait = pauseAfter(error, planned);
          if (wait === undefined) throw error;
          await pause(wait);
        }
      }
      return request<T>(path, init, sender);
    },
  };
}

/** How long to wait before the same write is sent again; undefined when that would not help. */
function pauseAfter(error: unknown, planned: number): number | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.unreachable) return planned * (0.75 + Math.random() / 2);
  if (error.statusCode !== 503) return undefined;
  const asked = error instanceof Busy ? error.retryAfter : undefined;
  return asked === undefined ? planned : asked <= longestPause ? asked : undefined;
}

/** The server is there and asks for a pause. */
class Busy extends ApiError {
  readonly retryAfter: number | undefined;

  constructor(answer: ErrorAnswer, retryAfter: number | undefined) {
    super(answer);
    this.retryAfter = retryAfter;
  }
}

async function refusal(response: Response): Promise<ApiError> {
  const fallback = { code: `HTTP_${response.status}`, error: response.statusText, message: 'Something went wrong.' };
  const answer: Partial<ErrorAnswer> = await response.json().catch(() => ({}));
  const told = { ...fallback, ...answer, statusCode: response.status };
  if (response.status !== 503) return new ApiError(told);
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  return new Busy(told, Number.isFinite(seconds) ? seconds * 1000 : undefined);
}

async function body<T>(response: Response): Promise<T> {
  try {
    return JSON.parse((await response.text()) || 'null');
  } catch (error) {
    throw unreachable(error); // Cut off on the way: as good as no answer.
  }
}

const unreachable = (cause: unknown) =>
  new ApiError(
    { statusCode: 0, code: 'UNREACHABLE', message: 'Potluck cannot be reached. Check your connection and try again.' },
    { cause },
  );

const senderLeft = () =>
  new ApiError({
    statusCode: 401,
    code: 'SENDER_LEFT',
    message: 'You signed out before this was sent. Sign in and try again.',
  });

/** Whether log position `a` includes `b`. Positions are decimal strings, compared without ever becoming a number. */
export const positionAtLeast = (a: string, b: string): boolean =>
  a.length === b.length ? a >= b : a.length > b.length;

export const api = createApiClient({
  fetch: (path, init) => fetch(path, init),
  token: currentToken,
  uid: currentUid,
  pause: (ms) => new Promise((done) => setTimeout(done, ms)),
});
