import { EventLogUnavailable } from '../../core/event-log.ts';

/**
 * What a failed call means. The client throws many classes for one cause (a lost connection is an UnavailableError, an
 * UnknownError or a plain Error, by method and by luck), so only `type` and `code` are looked at, and the text where a
 * failure has neither.
 */
export type Failure =
  /** Not reached, or declined before anything was done: the same call may be made again. */
  | { readonly kind: 'not_reached' }
  /** Lost on the way or without an answer in time: it may have been carried out, now or later. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'conflict'; readonly actual: bigint | 'no_stream' }
  | { readonly kind: 'stream_not_found' }
  | { readonly kind: 'stream_deleted' }
  | { readonly kind: 'too_large'; readonly limit: number }
  | { readonly kind: 'denied' };

/** gRPC's numbers: https://grpc.io/docs/guides/status-codes/ */
const status = { unknown: 2, invalidArgument: 3, permissionDenied: 7, unavailable: 14, unauthenticated: 16 } as const;

/** What gRPC says when a call never left, and EventStoreDB when a node does not serve (yet). */
const notReached =
  /No connection established|Name resolution failed|Channel closed before call started|Failed to discover|Server Is Not Ready|Server Is (?:Too )?Busy/i;

/** What a node says that knows of no leader (yet): under the code of an unknown failure, though nothing was done. */
const noLeader = /No leader info available/i;

export function failureOf(error: unknown): Failure {
  const { type, code, actualVersion, maxAppendSize } = fieldsOf(error);
  switch (type) {
    case 'wrong-expected-version':
      return {
        kind: 'conflict',
        actual: typeof actualVersion === 'bigint' && actualVersion >= 0n ? actualVersion : 'no_stream',
      };
    case 'stream-not-found':
      return { kind: 'stream_not_found' };
    case 'stream-deleted':
      return { kind: 'stream_deleted' };
    case 'maximum-append-size-exceeded':
      return { kind: 'too_large', limit: Number(maxAppendSize) };
    case 'access-denied':
      return { kind: 'denied' };
    // The node said where the leader is, and the client goes there by itself with the next call.
    case 'not-leader':
      return { kind: 'not_reached' };
  }
  if (code === status.permissionDenied || code === status.unauthenticated) return { kind: 'denied' };
  if (code === status.unknown && noLeader.test(reasonOf(error))) return { kind: 'not_reached' };
  // With another code the same words would be about something else.
  if ((code === undefined || code === status.unavailable) && notReached.test(reasonOf(error))) {
    return { kind: 'not_reached' };
  }
  return { kind: 'unknown' };
}

/** The server failed to read at a position, as it does (by its release) where no event begins; or for another reason. */
export function isBadPosition(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return code === status.invalidArgument || (code === status.unknown && failureOf(error).kind === 'unknown');
}

/** What the client threw, under what the adapter made of it. */
export const clientErrorOf = (error: unknown): unknown => (error instanceof EventLogUnavailable ? error.cause : error);

/** One line for messages; some errors of the client have no message at all. */
export function reasonOf(error: unknown): string {
  const { type, code } = fieldsOf(error);
  const [line] = (error instanceof Error ? error.message : String(error)).split('\n');
  return (
    line?.replace(/\.?\s*Resolution note:\s*$/, '') ||
    String(type ?? (code === undefined ? 'no reason given' : `code ${code}`))
  );
}

interface Fields {
  readonly type?: unknown;
  readonly code?: unknown;
  readonly actualVersion?: unknown;
  readonly maxAppendSize?: unknown;
}

const fieldsOf = (error: unknown): Fields => (typeof error === 'object' && error !== null ? error : {});
