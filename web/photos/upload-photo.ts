import type { StoredPicture } from '../../server/core/contracts/pictures.ts';
import { ApiError, errorOf, senderLeft, unreachable } from '../lib/api-client.ts';
import { currentToken, currentUid } from '../lib/identity/session.ts';

/** Photos wait for each other on the server. */
const timeoutMs = 60_000;

export interface UploadOptions {
  readonly signal: AbortSignal;
  /** Receives the part that is sent, from 0 to 1. */
  readonly onProgress: (part: number) => void;
}

/**
 * Uploads a photo, and once more with a renewed token if the server rejects the first one.
 * @param sender the uid of the user who chose it. It is sent as theirs, or not at all
 * @throws ApiError
 */
export async function uploadPhoto(photo: Blob, sender: string | null, options: UploadOptions): Promise<StoredPicture> {
  try {
    return await send(photo, await tokenOf(sender), options);
  } catch (error) {
    if (!(error instanceof ApiError && error.statusCode === 401) || currentUid() !== sender) throw error;
    return send(photo, await tokenOf(sender, { fresh: true }), options);
  }
}

async function tokenOf(sender: string | null, options?: { fresh: boolean }): Promise<string | null> {
  const token = await currentToken(options).catch((error: unknown) => {
    throw unreachable(error);
  });
  if (currentUid() !== sender) throw senderLeft();
  return token;
}

/** `fetch` does not report progress. */
async function send(photo: Blob, token: string | null, { signal, onProgress }: UploadOptions): Promise<StoredPicture> {
  signal.throwIfAborted();
  const form = new FormData();
  form.set('picture', photo, 'photo');
  const request = new XMLHttpRequest();
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  request.open('POST', '/api/pictures');
  request.timeout = timeoutMs;
  request.setRequestHeader('accept', 'application/json');
  if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
  request.onload = () => resolve(responseOf(request));
  request.onerror = () => reject(unreachable('the request failed'));
  request.ontimeout = () => reject(unreachable('the request timed out'));
  const abort = () => {
    request.abort();
    reject(signal.reason);
  };
  signal.addEventListener('abort', abort);
  request.send(form);
  try {
    const response = await promise;
    if (!response.ok) throw await errorOf(response);
    return await response.json();
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

function responseOf(request: XMLHttpRequest): Response {
  const retryAfter = request.getResponseHeader('retry-after');
  const headers = new Headers(retryAfter === null ? {} : { 'retry-after': retryAfter });
  return new Response(request.responseText, { status: request.status, headers });
}
