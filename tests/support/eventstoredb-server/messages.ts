import { type ReadResp, shared, streams } from './protocol.ts';
import type { StoredEvent } from './stored-log.ts';

/** In ticks of 100 ns since the Unix epoch. */
const createdTicks = '17000000000000000';

export const eventMessage = (event: StoredEvent): ReadResp => {
  const recorded = new streams.ReadResp.ReadEvent.RecordedEvent();
  const position = event.position.toString();
  recorded.setId(new shared.UUID().setString(event.id));
  recorded.setStreamIdentifier(new shared.StreamIdentifier().setStreamName(Buffer.from(event.stream)));
  recorded.setStreamRevision(event.revision.toString());
  recorded.setCommitPosition(position).setPreparePosition(position);
  recorded.setCustomMetadata(event.metadata).setData(event.data);
  recorded.getMetadataMap().set('type', event.type);
  recorded.getMetadataMap().set('content-type', event.contentType);
  recorded.getMetadataMap().set('created', createdTicks);
  return new streams.ReadResp().setEvent(
    new streams.ReadResp.ReadEvent().setEvent(recorded).setCommitPosition(position),
  );
};

export const streamNotFoundMessage = (stream: string): ReadResp => {
  const identifier = new shared.StreamIdentifier().setStreamName(Buffer.from(stream));
  return new streams.ReadResp().setStreamNotFound(
    new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifier),
  );
};

export const confirmationMessage = (id: string): ReadResp =>
  new streams.ReadResp().setConfirmation(new streams.ReadResp.SubscriptionConfirmation().setSubscriptionId(id));

export const caughtUpMessage = (): ReadResp => new streams.ReadResp().setCaughtUp(new streams.ReadResp.CaughtUp());

export const fellBehindMessage = (): ReadResp =>
  new streams.ReadResp().setFellBehind(new streams.ReadResp.FellBehind());

export const checkpointMessage = (commit: bigint, prepare: bigint): ReadResp => {
  const checkpoint = new streams.ReadResp.Checkpoint();
  checkpoint.setCommitPosition(commit.toString()).setPreparePosition(prepare.toString());
  return new streams.ReadResp().setCheckpoint(checkpoint);
};

/** gRPC transmits stream names as bytes. */
export const nameOf = (identifier: { getStreamName_asU8(): Uint8Array } | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString('utf8');
