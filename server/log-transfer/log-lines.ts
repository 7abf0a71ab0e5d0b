/**
 * The lines of an exported log, as NDJSON: a header, one line for each event in the order of the log, and a last line
 * with their number and the SHA-256 of all bytes before it.
 */
import type { EventMetadata, JsonObject, RecordedEvent } from '../core/event-log.ts';

export const formatName = 'potluck-log';
export const formatVersion = 1;

export type LogKind = 'sqlite' | 'eventstoredb';

/** Positions are decimal strings. */
export interface Header {
  readonly format: typeof formatName;
  readonly version: number;
  /** The file or the hosts of the log. For people. */
  readonly origin: string;
  readonly kind: LogKind;
  /** The event before the first one of a partial export; null for an export from the beginning. */
  readonly after: { readonly position: string; readonly id: string } | null;
  /** Null without events. */
  readonly first: string | null;
  readonly last: string | null;
  /** When the export began (ISO 8601, UTC). */
  readonly at: string;
}

export interface Footer {
  readonly count: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

/** A line that is not what it should be. `message` says what is wrong. */
export class BadLine extends Error {}

export const encodeLine = (line: Header | Footer): string => `${JSON.stringify(line)}\n`;

export const encodeEvent = (event: RecordedEvent): string => {
  const { position, stream, revision, id, type, data, meta } = event;
  const fields = { position: `${position}`, stream, revision: `${revision}`, id, type, data, meta };
  return `${JSON.stringify(fields)}\n`;
};

/**
 * What must be the same in each log that has the event: everything but the position. Both logs return data as it was
 * recorded, with its keys in the same order.
 */
export const canonicalText = ({ stream, revision, id, type, data, meta }: RecordedEvent): string => {
  const { actor, commandId, correlationId, at, schema, request } = meta;
  const mark = request === undefined ? [] : [request.key, request.fingerprint];
  return JSON.stringify([stream, `${revision}`, id, type, data, actor, commandId, correlationId, at, schema, ...mark]);
};

/** @throws BadLine */
export function parseHeader(line: string): Header {
  const header = parseObject(line);
  const { format, version, origin, kind, after, first, last, at } = header;
  if (format !== formatName) throw new BadLine('this is not an exported log');
  if (typeof version !== 'number') throw new BadLine('the header has no version');
  if (version > formatVersion) {
    throw new BadLine(`a newer release of Potluck exported it (format ${version}): import it with that release`);
  }
  if (kind !== 'sqlite' && kind !== 'eventstoredb') throw new BadLine('the header names no kind of log');
  if (typeof origin !== 'string' || typeof at !== 'string') throw new BadLine('the header is incomplete');
  return {
    format,
    version,
    origin,
    kind,
    at,
    first: first === null ? null : textOf(decimal(first, 'first')),
    last: last === null ? null : textOf(decimal(last, 'last')),
    after: after === null ? null : parseAfter(after),
  };
}

function parseAfter(after: unknown): Header['after'] {
  if (!isObject(after)) throw new BadLine('the header does not say where the export begins');
  return { position: textOf(decimal(after.position, 'after')), id: textIn(after, 'id') };
}

/** An event, or the last line. @throws BadLine */
export function parseLine(line: string): RecordedEvent | Footer {
  const fields = parseObject(line);
  const { count, sha256, data } = fields;
  if (typeof count === 'number' && typeof sha256 === 'string') return { count, sha256 };
  if (!isObject(data)) throw new BadLine('the event has no data');
  const id = textIn(fields, 'id');
  if (!uuid.test(id)) throw new BadLine(`the id of the event is not a UUID in lower case: ${id}`);
  return {
    id,
    type: textIn(fields, 'type'),
    data,
    meta: parseMetadata(fields.meta),
    stream: textIn(fields, 'stream'),
    revision: decimal(fields.revision, 'revision'),
    position: decimal(fields.position, 'position'),
  };
}

export const isFooter = (line: RecordedEvent | Footer): line is Footer => 'sha256' in line;

/** EventStoreDB changes ids to lower case. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const digits = /^(?:0|[1-9][0-9]{0,18})$/;
const maxRevision = 2n ** 63n - 1n;

function parseMetadata(meta: unknown): EventMetadata {
  if (!isObject(meta)) throw new BadLine('the event has no metadata');
  const { schema, request } = meta;
  if (typeof schema !== 'number') throw new BadLine('the metadata has no schema');
  const mark = request === undefined ? undefined : requestOf(request);
  return {
    actor: textIn(meta, 'actor'),
    commandId: textIn(meta, 'commandId'),
    correlationId: textIn(meta, 'correlationId'),
    at: textIn(meta, 'at'),
    schema,
    ...(mark !== undefined && { request: mark }),
  };
}

function requestOf(request: unknown): EventMetadata['request'] {
  if (!isObject(request)) throw new BadLine('the metadata has no valid request');
  return { key: textIn(request, 'key'), fingerprint: textIn(request, 'fingerprint') };
}

function parseObject(line: string): JsonObject {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    throw new BadLine('this is not a line of JSON');
  }
  if (!isObject(parsed)) throw new BadLine('this is not an object');
  return parsed;
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textIn(fields: JsonObject, name: string): string {
  const value = fields[name];
  if (typeof value !== 'string' || value === '') throw new BadLine(`"${name}" is missing`);
  return value;
}

function decimal(value: unknown, name: string): bigint {
  const number = typeof value === 'string' && digits.test(value) ? BigInt(value) : undefined;
  if (number === undefined || number > maxRevision) throw new BadLine(`"${name}" is not a whole number`);
  return number;
}

const textOf = (value: bigint): string => `${value}`;
