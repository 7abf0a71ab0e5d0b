import { useEffect, useRef, useState } from 'react';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import { Button } from '../../../components/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { metaText } from '../events/api.ts';
import { summaryOf } from '../events/summary.ts';
import { clockOf, dayOf, formatNumber } from '../format.ts';
import { Panel } from '../panel.tsx';
import { Person } from '../person.tsx';
import { scrollIn } from './scroll-in.ts';

export interface TimeLineProps {
  /** Oldest first. */
  events: readonly AuditedEvent[];
  index: number;
  onChoose: (index: number) => void;
  /** Fetches older events; undefined if there are none. */
  onOlder: (() => void) | undefined;
}

/** The events of the stream. Those up to the chosen one are filled, later ones hollow. */
export function TimeLine({ events, index, onChoose, onOlder }: TimeLineProps) {
  const [isNewestFirst, setNewestFirst] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const position = events[index]?.position;
  useEffect(() => {
    if (position !== undefined) scrollIn(list.current, list.current?.querySelector<HTMLElement>('[aria-current]'));
  }, [position]);
  const rows = events.map((event, at) => ({ event, at }));
  const older = onOlder && (
    <li>
      <Button size="small" block onClick={onOlder}>
        Show older
      </Button>
    </li>
  );
  return (
    <Panel
      title="Time line"
      className="op-line-panel"
      aside={
        <button
          type="button"
          className="op-link"
          aria-pressed={isNewestFirst}
          onClick={() => setNewestFirst(!isNewestFirst)}
        >
          {isNewestFirst ? 'Oldest first' : 'Newest first'}
        </button>
      }
    >
      <ol ref={list} className="op-line" tabIndex={-1}>
        {!isNewestFirst && older}
        {(isNewestFirst ? rows.reverse() : rows).map(({ event, at }, n, shown) => (
          <li key={event.position}>
            {dayOf(timeOf(event)) !== dayOf(timeOf(shown[n - 1]?.event) || 0) && (
              <p className="op-line-day">{dayOf(timeOf(event))}</p>
            )}
            <button
              type="button"
              className={classNames('op-line-event', at <= index && 'op-past')}
              aria-current={at === index ? 'step' : undefined}
              onClick={() => onChoose(at)}
            >
              <span className="op-line-revision">{formatNumber(event.revision)}</span>
              <span className="op-line-dot" aria-hidden="true" />
              <span className="op-line-words">
                <strong>{event.type}</strong>
                <span dir="auto">{summaryOf(event.data)}</span>
              </span>
              <span className="op-line-who">
                <Person uid={metaText(event, 'actor')} />
                <span className="op-muted">{clockOf(metaText(event, 'at'))}</span>
              </span>
            </button>
          </li>
        ))}
        {isNewestFirst && older}
      </ol>
    </Panel>
  );
}

const timeOf = (event: AuditedEvent | undefined): string => (event ? metaText(event, 'at') : '');
