import { presentEvent } from '../audit/presenters.ts';
import type { RecordedEvent } from '../core/event-log.ts';
import type { Column, Row } from './output.ts';

export const eventColumns: readonly Column[] = [
  { key: 'position', title: 'Position', width: 10, align: 'right' },
  { key: 'at', title: 'At', width: 24 },
  { key: 'type', title: 'Type', width: 24 },
  { key: 'actor', title: 'Actor', width: 28 },
  { key: 'revision', title: 'Revision', width: 8, align: 'right' },
  // By itself, to be copied into the next command.
  { key: 'stream', title: 'Stream', width: 52 },
];

/** The row of an event in `eventColumns`. */
export const eventRow = ({ position, stream, revision, type, meta }: RecordedEvent): Row => ({
  position: position.toString(),
  at: meta.at,
  type,
  actor: meta.actor,
  revision: revision.toString(),
  stream,
});

/** The whole event, for programs. */
export const eventJson = (event: RecordedEvent): Row => ({ ...presentEvent(event) });
