import type { Batch, BatchResults } from '../../server/core/contracts/batch.ts';
import { batchLimits } from '../../server/core/contracts/limits.ts';
import { ApiError, api } from './api-client.ts';
import type { ResponseVersion, SendWrite } from './api-response.ts';

/** Of a batch that the server does not take: an older release does not know it, and a body may be too large. */
const batchRefused = [400, 404, 405, 413, 422];
let isSupported = true;
/** Over a slow connection, a batch must not be too long to arrive in time. */
let maxCalls: number = batchLimits.calls;

/** The maximum number of writes to send together. */
export const maxTogether = (): number => (isSupported ? maxCalls : 1);

/** A call of a batch. */
interface Call {
  readonly content: Batch['calls'][number];
  resolve(version: ResponseVersion): void;
  reject(error: unknown): void;
}

/**
 * Sends writes in one request. The server executes them in their order, each as if it was sent by itself, and stops at
 * one that it cannot decide now. Resolves to the outcomes of `make` up to that one, or before one that fails before its
 * call; that one is the only outcome if it is the first.
 * @param keys the idempotency keys
 * @param make makes one write by `send`
 */
export async function sendTogether<Result>(
  keys: readonly string[],
  sender: string,
  make: (index: number, send: SendWrite) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const writes = keys.map((key, index) => collect(key, (send) => make(index, send)));
  const collected = await Promise.all(writes.map(({ call }) => call));
  const failed = collected.indexOf(undefined);
  const calls = collected.slice(0, failed < 0 ? undefined : failed).filter((call) => call !== undefined);
  const executed = calls.length === 0 ? 1 : await sendBatch(calls, sender);
  for (const call of collected.slice(executed)) call?.reject(new Error('Not sent'));
  return (await Promise.allSettled(writes.map(({ made }) => made))).slice(0, executed);
}

/** Makes a write whose call is collected instead of sent. `call` resolves to undefined if the write ends without one. */
function collect<Result>(key: string, make: (send: SendWrite) => Promise<Result>) {
  const { promise: call, resolve: collected } = Promise.withResolvers<Call | undefined>();
  const made = make((method, path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<ResponseVersion>();
    collected({ content: { method, path, key, ...(isObject(body) && { body }) }, resolve, reject });
    return promise;
  });
  const none = () => collected(undefined);
  made.then(none, none);
  return { call, made };
}

/** Returns how many of the calls have an outcome. */
async function sendBatch(calls: readonly Call[], sender: string): Promise<number> {
  const body: Batch = { calls: calls.map(({ content }) => content) };
  try {
    const { data } = await api.send<BatchResults>('POST', '/batch', body, { sender });
    for (const [index, { error, revision, document }] of data.results.entries()) {
      if (error) calls[index]?.reject(new ApiError(error));
      else calls[index]?.resolve({ revision, documentId: document });
    }
    maxCalls = Math.min(batchLimits.calls, maxCalls * 2);
    return data.results.length;
  } catch (error) {
    if (isLate(error)) maxCalls = Math.max(2, Math.floor(calls.length / 2));
    isSupported = !(error instanceof ApiError && !error.isUndecided && batchRefused.includes(error.statusCode));
    for (const call of calls) call.reject(error);
    // The first one stands for all of them.
    return isSupported ? 1 : 0;
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';

const isObject = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null;
