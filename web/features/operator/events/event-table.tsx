import { Fragment, type ReactNode } from 'react';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import { DataTable } from '../data-table.tsx';
import { clockOf, dayOf, formatNumber, streamParts } from '../format.ts';
import { Person } from '../person.tsx';
import { metaText } from './api.ts';
import { summaryOf } from './summary.ts';

export interface EventTableProps {
  events: readonly AuditedEvent[] | undefined;
  /** It has just come: its row is tinted for a moment. */
  isNew: (event: AuditedEvent) => boolean;
  chosen: string | undefined;
  onChoose: (event: AuditedEvent) => void;
}

/** The id of the button that chooses an event. */
export const rowId = (position: string): string => `event-${position}`;

export function EventTable({ events, isNew, chosen, onChoose }: EventTableProps) {
  return (
    <DataTable<AuditedEvent>
      label="Events"
      onPhone="event-rows"
      rows={events}
      rowKey={({ position }) => position}
      isNew={isNew}
      chosen={chosen}
      onChoose={onChoose}
      columns={[
        {
          title: 'Position',
          isNumber: true,
          render: (event) => (
            <button
              type="button"
              id={rowId(event.position)}
              className="op-position"
              aria-pressed={event.position === chosen}
              aria-label={`Event ${formatNumber(event.position)}, ${event.type}`}
              onClick={(press) => {
                press.stopPropagation();
                onChoose(event);
              }}
            >
              {formatNumber(event.position)}
            </button>
          ),
        },
        { title: 'At', render: (event) => <At at={metaText(event, 'at')} /> },
        { title: 'Kind', render: ({ type }) => <strong className="op-kind">{breakable(type)}</strong> },
        {
          title: 'Stream',
          isRoomyOnly: true,
          render: ({ stream }) => <code title={stream}>{shortStream(stream)}</code>,
        },
        { title: 'By', render: (event) => <Person uid={metaText(event, 'actor')} /> },
        {
          title: 'What',
          render: ({ data }) => (
            <span className="op-what" dir="auto">
              {summaryOf(data)}
            </span>
          ),
        },
      ]}
    />
  );
}

/** "GroceryItemChecked": its line may break between the words. */
const breakable = (type: string): ReactNode =>
  type.split(/(?=[A-Z])/).map((word) => (
    <Fragment key={word}>
      {word}
      <wbr />
    </Fragment>
  ));

function At({ at }: { at: string }) {
  return (
    <time dateTime={at} className="op-at">
      <span className="op-muted">{dayOf(at)}</span> {clockOf(at)}
    </time>
  );
}

const idLength = 8;

/** "groceryList-0198f2c1…": the start of the id is enough to tell streams apart. */
export function shortStream(stream: string): string {
  const { kind, id } = streamParts(stream);
  return id.length > idLength + 1 ? `${kind}-${id.slice(0, idLength)}…` : stream;
}
