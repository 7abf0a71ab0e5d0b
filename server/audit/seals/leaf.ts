import type { EventMetadata, RecordedEvent } from '../../core/event-log.ts';
import { canonicalJson } from './canonical-json.ts';
import { hashOfLeaf } from './merkle/hashes.ts';

/**
 * What a seal covers of an event, in canonical JSON (RFC 8785): everything that the log stores, as it is stored, except
 * the position, which changes when the log is moved. The revision is a decimal string. The members are in the order of
 * their names.
 */
export const leafText = ({ data, id, meta, revision, stream, type }: RecordedEvent): string =>
  `{"data":${canonicalJson(data)},"id":${JSON.stringify(id)},"metadata":${metadataText(meta)},"revision":"${revision}","stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`;

function metadataText({ actor, at, commandId, correlationId, request, schema }: EventMetadata): string {
  const ids = `"commandId":${JSON.stringify(commandId)},"correlationId":${JSON.stringify(correlationId)}`;
  const mark = request ? `"request":${canonicalJson({ ...request })},` : '';
  return `{"actor":${JSON.stringify(actor)},"at":${JSON.stringify(at)},${ids},${mark}"schema":${JSON.stringify(schema)}}`;
}

export const leafOf = (event: RecordedEvent): Buffer => hashOfLeaf(leafText(event));
