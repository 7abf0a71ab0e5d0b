import { EventLogUnavailable } from '../../core/event-log.ts';

/**
 * What a failed call means. The client throws several classes for one cause: a lost connection may be an
 * UnavailableError, an UnknownError or a plain Error. Failures are therefore classified by `type`, `code` and message,
 * not by class.
 */
export type Failure =
  /** Not reached, or declined without effect: the call may be repeated. */
  | { readonly kind: 'not_reached' }
  /** Lost, or not answered in time: the call may take effect now or later. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'conflict'; readonly actual: bigint | 'no_stream' }
  | { readonly kind: 'stream_not_found' }
  | { readonly kind: 'stream_deleted' }
  | { readonly kind: 'too_large'; readonly limit: number }
  | { readonly kind: 'denied' };

/** gRPC's status codes: https://grpc.io/docs/guides/status-codes/ */
const status = { unknown: 2, invalidArgument: 3, permissionDenied: 7, unavailable: 14, unauthenticated: 16 } as const;

/** Messages of gRPC for a call that was never sent, and of EventStoreDB for a node that does not serve (yet). */
const notReached =
  /No connection established|Name resolution failed|Channel closed before call started|Failed to discover|Server Is Not Ready|Server Is (?:Too )?Busy/i;

/** Message of a node that knows no leader (yet): its code is that of an unknown failure, but nothing was done. */
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
    // The response names the leader, and the client connects to it at the next call.
    case 'not-leader':
      return { kind: 'not_reached' };
  }
  if (code === status.permissionDenied || code === status.unauthenticated) return { kind: 'denied' };
  if (code === status.unknown && noLeader.test(reasonOf(error))) return { kind: 'not_reached' };
  // With another code the same message may have another cause.
  if ((code === undefined || code === status.unavailable) && notReached.test(reasonOf(error))) {
    return { kind: 'not_reached' };
  }
  return { kind: 'unknown' };
}

/** Whether the server may have failed because no event begins at the position (the code depends on its release). */
export function isBadPosition(error: unknown): boolean {
  const { code } = fieldsOf(error);
  return code === status.invalidArgument || (code === status.unknown && failureOf(error).kind === 'unknown');
}

/** The client's error that the adapter may have wrapped. */
export const clientErrorOf = (error: unknown): unknown => (error instanceof EventLogUnavailable ? error.cause : error);

/** One line for messages. Some errors of the client have no message. */
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
