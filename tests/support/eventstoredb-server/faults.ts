import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** A gRPC failure. As in EventStoreDB, the trailers contain `exception` and its properties. */
export interface CallFailure {
  readonly code: status;
  readonly details: string;
  readonly trailers?: Readonly<Record<string, string>>;
}

export const failures = {
  notReady: { code: status.UNAVAILABLE, details: 'Server Is Not Ready' },
  noLeader: { code: status.UNKNOWN, details: 'No leader info available in response' },
  denied: { code: status.PERMISSION_DENIED, details: 'Access Denied', trailers: { exception: 'access-denied' } },
  shuttingDown: { code: status.INTERNAL, details: 'Server shutting down' },
  unavailable: { code: status.UNAVAILABLE, details: 'Connection dropped' },
  consumerTooSlow: { code: status.ABORTED, details: 'Operation timed out: Consumer too slow to handle event' },
  unknown: { code: status.UNKNOWN, details: 'Exception was thrown by handler.' },
  streamNotFound: {
    code: status.NOT_FOUND,
    details: 'Event stream is not found.',
    trailers: { exception: 'stream-not-found' },
  },
  operationTimedOut: { code: status.ABORTED, details: 'Operation timed out' },
  /** The response of version 23.10. */
  badPosition: { code: status.UNKNOWN, details: 'Unexpected record length: not an event boundary' },
  /** The response since version 24.2. */
  invalidPosition: { code: status.INVALID_ARGUMENT, details: 'Trying to read from an invalid position.' },
} as const satisfies Record<string, CallFailure>;

export const notLeader = (host: string, port: number): CallFailure => ({
  code: status.NOT_FOUND,
  details: 'Leader info available',
  trailers: { exception: 'not-leader', 'leader-endpoint-host': host, 'leader-endpoint-port': String(port) },
});

export const streamDeleted = (stream: string): CallFailure => ({
  code: status.FAILED_PRECONDITION,
  details: `Event stream '${stream}' is deleted.`,
  trailers: { exception: 'stream-deleted', 'stream-name': stream },
});

export const wrongExpectedVersion = (stream: string, expected: bigint, actual: bigint): CallFailure => ({
  code: status.FAILED_PRECONDITION,
  details: `Append failed due to WrongExpectedVersion. Stream: ${stream}, Expected: ${expected}, Actual: ${actual}`,
  trailers: {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(expected),
    'actual-version': String(actual),
  },
});

export const appendTooLarge = (limit: number): CallFailure => ({
  code: status.INVALID_ARGUMENT,
  details: `Maximum Append Size of ${limit} Exceeded.`,
  trailers: { exception: 'maximum-append-size-exceeded', 'maximum-append-size': String(limit) },
});

/** The outcome of one append. */
export interface AppendFault {
  /** When it is written: before the response, never, or on `releaseHeld`. */
  readonly written: 'before' | 'never' | 'later';
  /**
   * `silence`: never responds. `cut`: restarts the server, so that all connections are lost. `no position`: success
   * without a position, which EventStoreDB may return for a repeated append.
   */
  readonly answer: CallFailure | 'silence' | 'cut' | 'no position';
}

/** Failures that tests configure. */
export interface Faults {
  /** Applies to all calls. */
  everyCall: CallFailure | 'silence' | undefined;
  /** Applies to all appends while set. */
  refusesAppends: CallFailure | undefined;
  /** Called when an append arrives, before it is processed. */
  beforeAppend: (() => void) | undefined;
  /** Apply to the next appends, in order; later ones succeed. */
  readonly nextAppends: AppendFault[];
  /** Apply to the next reads, in order; undefined for one that succeeds. */
  readonly nextReads: (CallFailure | 'silence' | undefined)[];
  readonly nextSubscriptions: (CallFailure | 'silence')[];
  /** Response to a read from a position between two events. */
  badPosition: CallFailure;
  /** Response to calls that require the leader: the node is a follower. It answers other calls from its own log. */
  notLeader: CallFailure | undefined;
  /** A subscription begins with the event at its position, as a read does. */
  subscribesAtPosition: boolean;
}

export const toServiceError = ({ code, details, trailers = {} }: CallFailure): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};
