import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

/** How a call fails, as gRPC sends it; `exception` and what belongs to it go in the trailers, as EventStoreDB does. */
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
  /** In 23.10. */
  badPosition: { code: status.UNKNOWN, details: 'Unexpected record length: not an event boundary' },
  /** Since 24.2. */
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

/** What happens to one append. */
export interface AppendFault {
  /** Whether it is written: before the answer, never, or only when the test says so (`releaseHeld`). */
  readonly written: 'before' | 'never' | 'later';
  /**
   * `silence`: no answer, ever. `cut`: the server is gone and back, all connections are lost. `no position`: success, as
   * it is told of an append that was recognised and whose place is not at hand.
   */
  readonly answer: CallFailure | 'silence' | 'cut' | 'no position';
}

/** What tests set to make the server fail. */
export interface Faults {
  /** All calls, at once. */
  everyCall: CallFailure | 'silence' | undefined;
  /** All appends, for as long as it is set. */
  refusesAppends: CallFailure | undefined;
  /** Done as an append arrives, before anything becomes of it. */
  beforeAppend: (() => void) | undefined;
  /** The next appends, in order; then they succeed. */
  readonly nextAppends: AppendFault[];
  /** Undefined: it is answered. */
  readonly nextReads: (CallFailure | 'silence' | undefined)[];
  readonly nextSubscriptions: (CallFailure | 'silence')[];
  /** Told to who reads from between two events. */
  badPosition: CallFailure;
}

export const toServiceError = ({ code, details, trailers = {} }: CallFailure): ServiceError => {
  const metadata = new Metadata();
  for (const [key, value] of Object.entries(trailers)) metadata.set(key, value);
  return Object.assign(new Error(details), { code, details, metadata });
};
