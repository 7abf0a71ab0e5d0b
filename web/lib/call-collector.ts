import type { ApiResponse, WriteMethod } from './api-response.ts';

type Version = Omit<ApiResponse<unknown>, 'data'>;

/** A write that is collected, to be sent together with others. */
export interface CollectedCall {
  readonly method: WriteMethod;
  readonly path: string;
  /** The idempotency key. */
  readonly key: string;
  readonly content: unknown;
}

export interface Waiting {
  readonly call: CollectedCall;
  resolve(version: Version): void;
  reject(error: unknown): void;
}

/** By the keys of the calls that are awaited. */
const collectors = new Map<string, (waiting: Waiting) => void>();

/** Collects a call if one with its key is awaited. Resolves to the response without data. */
export function collectCall<T>(call: CollectedCall): Promise<ApiResponse<T>> | undefined {
  const collect = collectors.get(call.key);
  if (!collect) return undefined;
  collectors.delete(call.key);
  return new Promise((resolve, reject) => {
    collect({ call, resolve: (version) => resolve({ data: noData(), ...version }), reject });
  });
}

/** The type is the caller's, who does not read it. */
function noData<T>(): T {
  return JSON.parse('null');
}

/**
 * Makes writes, and collects their calls instead of sending them. Each `make` makes the call with its key, and no other one
 * before it. Resolves to the calls, in the same order, when all are collected, and to the outcomes of `make`. A call is
 * undefined if `make` has failed before it.
 */
export async function collectCalls<Result>(
  keys: readonly string[],
  make: (index: number) => Promise<Result>,
): Promise<{ calls: readonly (Waiting | undefined)[]; made: Promise<PromiseSettledResult<Result>[]> }> {
  const writes = keys.map((key, index) => {
    const collected = new Promise<Waiting>((resolve) => collectors.set(key, resolve));
    const made = make(index);
    const none = () => undefined;
    return { made, call: Promise.race([collected, made.then(none, none)]) };
  });
  const calls = await Promise.all(writes.map(({ call }) => call));
  for (const key of keys) collectors.delete(key);
  return { calls, made: Promise.allSettled(writes.map(({ made }) => made)) };
}
