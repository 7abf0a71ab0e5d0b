import type { Batch, BatchResults } from '../../server/core/contracts/batch.ts';
import { batchLimits } from '../../server/core/contracts/limits.ts';
import { ApiError, api } from './api-client.ts';
import { collectCalls, type Waiting } from './call-collector.ts';

/** Of a batch that the server does not take: an older release does not know it, and a body may be too large. */
const batchRefused = [400, 404, 405, 413, 422];
let isSupported = true;
/** Over a slow connection, a batch must not be too long to arrive in time. */
let maxCalls: number = batchLimits.calls;

/** The maximum number of writes to send together. */
export const maxTogether = (): number => (isSupported ? maxCalls : 1);

/**
 * Sends writes in one request. The server executes them in their order, each as if it was sent by itself, and stops at
 * one that it cannot decide now. Resolves to the outcomes of `make` up to that one, or before one that fails before its
 * call; that one is the only outcome if it is the first.
 * @param make makes the write with the key by `api.send`, whose response then has no data
 */
export async function sendTogether<Result>(
  keys: readonly string[],
  sender: string,
  make: (index: number) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const { calls: collected, made } = await collectCalls(keys, make);
  const failed = collected.indexOf(undefined);
  const calls = collected.slice(0, failed < 0 ? undefined : failed).filter((call) => call !== undefined);
  const executed = calls.length === 0 ? 1 : await sendBatch(calls, sender);
  for (const call of collected.slice(executed)) call?.reject(new Error('Not sent'));
  return (await made).slice(0, executed);
}

/** Returns how many of the calls have an outcome. */
async function sendBatch(calls: readonly Waiting[], sender: string): Promise<number> {
  const body: Batch = {
    calls: calls.map(({ call: { content, ...call } }) => ({ ...call, ...(isObject(content) && { body: content }) })),
  };
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
    isSupported = !(error instanceof ApiError && batchRefused.includes(error.statusCode));
    for (const call of calls) call.reject(error);
    // The first one stands for all of them.
    return isSupported ? 1 : 0;
  }
}

const isLate = (error: unknown): boolean =>
  error instanceof ApiError && error.cause instanceof DOMException && error.cause.name === 'TimeoutError';

const isObject = (content: unknown): content is Record<string, unknown> =>
  typeof content === 'object' && content !== null;
