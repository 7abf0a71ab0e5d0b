import { type RecordedEvent as ClientEvent, type EventData, jsonEvent } from '@eventstore/db-client';
import {
  AppendTooLarge,
  type EventMetadata,
  type JsonObject,
  maxAppendBytes,
  type NewEvent,
  type RecordedEvent,
} from '../../core/event-log.ts';

/** The events in the client's format, and their size as the server counts it. @throws AppendTooLarge */
export function toEventData(events: readonly NewEvent[]): { readonly data: EventData[]; readonly bytes: number } {
  const encoded = events.map(({ id, type, data, meta }) => jsonEvent({ id, type, data, metadata: metadataOf(meta) }));
  // Data, metadata, and two bytes for each character of the type.
  const bytes = encoded.reduce(
    (sum, { type, data, metadata }) => sum + jsonBytes(data) + jsonBytes(metadata) + type.length * 2,
    0,
  );
  if (bytes > maxAppendBytes) throw new AppendTooLarge(bytes, maxAppendBytes);
  return { bytes, data: encoded };
}

/** A command is the cause of its events. Earlier releases skip events without a `causationId`. */
const metadataOf = (meta: EventMetadata) => ({ ...meta, causationId: meta.commandId });

const jsonBytes = (value: object): number => Buffer.byteLength(JSON.stringify(value));

/** Undefined for events of others: the server's own, and those of other applications on a shared server. */
export function toRecordedEvent(event: ClientEvent): RecordedEvent | undefined {
  const { id, type, data, metadata, streamId, revision } = event;
  if (isSystemEvent(event) || !isJsonObject(data) || !isEventMetadata(metadata)) return undefined;
  return { id, type, data, meta: metaOf(metadata), stream: streamId, revision, position: positionOf(event) };
}

/** Written by the server about itself: statistics, metadata of streams, links of its projections. */
export const isSystemEvent = ({ type, streamId }: ClientEvent): boolean =>
  type.startsWith('$') || streamId.startsWith('$');

/** Commit and prepare position are equal for every event that the supported servers write. */
export function positionOf({ position }: ClientEvent): bigint {
  if (position === undefined) throw new Error('EventStoreDB is too old: version 23.10 or newer is needed');
  return position.commit;
}

export const sameId = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const isJsonObject = (data: unknown): data is JsonObject =>
  typeof data === 'object' && data !== null && !Array.isArray(data) && !(data instanceof Uint8Array);

const stringFields: readonly (keyof EventMetadata)[] = ['actor', 'commandId', 'correlationId', 'at'];

/** Drops a request mark of an unknown shape: only the recognition of a reused idempotency key depends on it. */
function metaOf({ actor, commandId, correlationId, at, schema, request }: EventMetadata): EventMetadata {
  const isKnownMark = typeof request?.key === 'string' && typeof request.fingerprint === 'string';
  return { actor, commandId, correlationId, at, schema, ...(isKnownMark && { request }) };
}

const isEventMetadata = (metadata: unknown): metadata is EventMetadata =>
  isJsonObject(metadata) &&
  typeof metadata.schema === 'number' &&
  stringFields.every((field) => typeof metadata[field] === 'string');
