import type { ServerWritableStream } from '@grpc/grpc-js';
import { type CallFailure, type Faults, streamDeleted, toServiceError } from './faults.ts';
import { eventMessage, nameOf, streamNotFoundMessage } from './messages.ts';
import type { ReadReq, ReadResp } from './protocol.ts';
import type { StoredEvent, StoredLog } from './stored-log.ts';

export type ReadCall = ServerWritableStream<ReadReq, ReadResp>;

/** Answers a read of a stream or of `$all`. Calls `onSent` with each event. Ignores filters: the client sends none. */
export const answerRead = async (
  call: ReadCall,
  log: StoredLog,
  { badPosition }: Faults,
  onSent: () => void,
): Promise<void> => {
  const options = call.request.getOptions();
  const backwards = options?.getReadDirection() === 1;
  const stream = options?.getStream();
  const count = Number(options?.getCount() ?? 0);
  const found =
    stream === undefined ? allFrom(log, options?.getAll(), backwards, count) : streamFrom(log, stream, backwards);
  if (found === 'bad_position') return fail(call, badPosition);
  if (found === 'tombstoned') return fail(call, streamDeleted(nameOf(stream?.getStreamIdentifier())));
  if (found === 'not_found') {
    call.write(streamNotFoundMessage(nameOf(stream?.getStreamIdentifier())));
    call.end();
    return;
  }
  const ordered = backwards ? found.toReversed() : found;
  for (const event of ordered.slice(0, count)) {
    if (call.cancelled) return;
    onSent();
    if (!call.write(eventMessage(event))) await drained(call);
  }
  call.end();
};

export const fail = (call: ReadCall, failure: CallFailure): void => {
  call.emit('error', toServiceError(failure));
};

/** Resolves when more can be written, or when the call has ended. */
export const drained = (call: ReadCall): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      for (const event of ['drain', 'cancelled', 'close', 'error']) call.off(event, done);
      resolve();
    };
    for (const event of ['drain', 'cancelled', 'close', 'error']) call.on(event, done);
  });

/** Whether a record starts at the position. True for positions past the end, which the server cannot check. */
export const isOnBoundary = (log: StoredLog, position: bigint): boolean =>
  position > log.end || log.events[log.indexFrom(position)]?.position === position;

const streamFrom = (log: StoredLog, stream: ReadReq.Options.StreamOptions, backwards: boolean) => {
  const events = log.readStream(nameOf(stream.getStreamIdentifier()));
  if (events === undefined) return 'not_found';
  if (events === 'tombstoned' || !stream.hasRevision()) return events;
  const revision = BigInt(stream.getRevision());
  return events.filter((event) => (backwards ? event.revision <= revision : event.revision >= revision));
};

/** Copies no more of the log than is wanted: it may be a million events long. */
const allFrom = (
  log: StoredLog,
  all: ReadReq.Options.AllOptions | undefined,
  backwards: boolean,
  count: number,
): readonly StoredEvent[] | 'bad_position' => {
  const at = all?.getPosition();
  const position = at && BigInt(at.getCommitPosition());
  if (position !== undefined && !isOnBoundary(log, position)) return 'bad_position';
  if (backwards) {
    const end = position === undefined ? log.events.length : log.indexFrom(position);
    return log.events.slice(Math.max(0, end - count), end);
  }
  const start = position === undefined ? 0 : log.indexFrom(position);
  return log.events.slice(start, start + count);
};
