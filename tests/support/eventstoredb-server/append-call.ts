import { setImmediate } from 'node:timers/promises';
import type { handleClientStreamingCall, ServerReadableStream } from '@grpc/grpc-js';
import { type AppendFault, appendTooLarge, type CallFailure, streamDeleted, toServiceError } from './faults.ts';
import { nameOf } from './messages.ts';
import { type AppendReq, type AppendResp, shared, streams } from './protocol.ts';
import type { Expected, ProposedEvent, StoredLog } from './stored-log.ts';

export interface AppendCalls {
  readonly log: StoredLog;
  readonly maxAppendBytes: number;
  nextFault(): AppendFault | CallFailure | 'silence' | undefined;
  /** Keeps a write for `releaseHeld`. */
  hold(write: () => void): void;
  cut(): void;
}

interface Append {
  readonly stream: string;
  readonly expected: Expected;
  readonly events: ProposedEvent[];
}

type Result = AppendResp | CallFailure | 'silence' | 'cut';

/** The handler of the Append call. */
export const appendCall =
  (calls: AppendCalls): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, callback) => {
    const reply = (result: Result): void => {
      if (result === 'silence') return;
      if (result === 'cut') calls.cut();
      else if ('code' in result) callback(toServiceError(result));
      else callback(null, result);
    };
    receive(call).then(
      (append) => reply(execute(calls, append)),
      () => {},
    );
  };

const execute = (calls: AppendCalls, { stream, events, expected }: Append): Result => {
  const fault = calls.nextFault();
  if (fault === 'silence' || (fault !== undefined && 'code' in fault)) return fault;

  const bytes = events.reduce(
    (sum, { type, data, metadata }) => sum + data.length + metadata.length + type.length * 2,
    0,
  );
  if (bytes > calls.maxAppendBytes) return appendTooLarge(calls.maxAppendBytes);

  const write = () => calls.log.append(stream, events, expected);
  if (fault !== undefined) {
    if (fault.written === 'before') write();
    if (fault.written === 'later') calls.hold(write);
    return fault.answer === 'no position' ? successWithoutPosition(BigInt(events.length) - 1n) : fault.answer;
  }
  const outcome = write();
  switch (outcome.kind) {
    case 'appended':
      return success(outcome.last);
    case 'wrong_version':
      return wrongVersion(outcome.current, expected);
    case 'tombstoned':
      return streamDeleted(stream);
  }
};

const success = ({ revision, position }: { revision: bigint; position: bigint }): AppendResp => {
  const at = new streams.AppendResp.Position();
  at.setCommitPosition(position.toString()).setPreparePosition(position.toString());
  return new streams.AppendResp().setSuccess(
    new streams.AppendResp.Success().setCurrentRevision(revision.toString()).setPosition(at),
  );
};

const successWithoutPosition = (revision: bigint): AppendResp =>
  new streams.AppendResp().setSuccess(
    new streams.AppendResp.Success().setCurrentRevision(revision.toString()).setNoPosition(new shared.Empty()),
  );

const wrongVersion = (current: bigint | 'no_stream', expected: Expected): AppendResp => {
  const refusal = new streams.AppendResp.WrongExpectedVersion();
  if (typeof current === 'bigint') refusal.setCurrentRevision(current.toString());
  else refusal.setCurrentNoStream(new shared.Empty());
  if (typeof expected === 'bigint') refusal.setExpectedRevision(expected.toString());
  else refusal.setExpectedNoStream(new shared.Empty());
  return new streams.AppendResp().setWrongExpectedVersion(refusal);
};

const receive = async (call: ServerReadableStream<AppendReq, AppendResp>): Promise<Append> => {
  let header: AppendReq.Options | undefined;
  const events: ProposedEvent[] = [];
  for await (const request of call as AsyncIterable<AppendReq>) {
    header ??= request.getOptions();
    const message = request.getProposedMessage();
    if (message === undefined) continue;
    events.push({
      id: message.getId()?.getString() ?? '',
      type: message.getMetadataMap().get('type') ?? '',
      contentType: message.getMetadataMap().get('content-type') ?? '',
      data: message.getData_asU8(),
      metadata: message.getCustomMetadata_asU8(),
    });
  }
  // If its connection was cut, what has arrived may be a part of the events, or none: gRPC says so a moment after the end.
  await setImmediate();
  if (call.cancelled || events.length === 0) throw new Error('The call was cancelled');
  const expected = header?.hasNoStream() ? 'no_stream' : BigInt(header?.getRevision() ?? 0);
  return { stream: nameOf(header?.getStreamIdentifier()), expected, events };
};
