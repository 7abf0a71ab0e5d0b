import Slider from 'antd/es/slider';
import { useState } from 'react';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import { Button, IconButton } from '../../../components/button.tsx';
import { Card } from '../../../components/card.tsx';
import { metaText } from '../events/api.ts';
import { formatNumber, fullTimeOf } from '../format.ts';
import { EarlierIcon, LaterIcon } from '../icons.tsx';
import { barsOf, nearestIndex, tickTexts } from './time-scale.ts';

export interface TimeSliderProps {
  /** Oldest first; not empty. */
  events: readonly AuditedEvent[];
  index: number;
  onChoose: (index: number) => void;
  isComparing: boolean;
  onCompare: (isComparing: boolean) => void;
}

const barCount = 90;

/** Goes through time: by dragging to a time, by arrow keys from event to event. */
export function TimeSlider({ events, index, onChoose, isComparing, onCompare }: TimeSliderProps) {
  const times = events.map((event) => Date.parse(metaText(event, 'at')));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  /** While the handle is dragged. */
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? index;
  const time = times[shown] ?? first;
  const bars = barsOf(times, barCount);
  const top = Math.max(...bars);
  const end = Math.max(last, first + 1);
  const share = (time - first) / (end - first);
  const revision = events[shown]?.revision ?? '0';

  // A key moves the handle by 1 ms, which means the next event.
  const toIndex = (value: number): number => {
    if (Math.abs(value - time) === 1) return Math.min(events.length - 1, Math.max(0, shown + (value > time ? 1 : -1)));
    return nearestIndex(times, value);
  };
  return (
    <Card className="op-slider">
      <div className="op-slider-head">
        <p className="op-slider-time">
          <span className="op-muted">State as of</span>{' '}
          <strong>
            <time dateTime={new Date(time).toISOString()}>{fullTimeOf(time)}</time>
          </strong>
        </p>
        <div className="op-slider-steps">
          <IconButton
            label="Earlier event"
            icon={<EarlierIcon size={18} />}
            disabled={index === 0}
            onClick={() => onChoose(index - 1)}
          />
          <strong className="op-teal" role="status">
            revision {formatNumber(revision)} of {formatNumber(events.at(-1)?.revision ?? '0')}
          </strong>
          <IconButton
            label="Later event"
            icon={<LaterIcon size={18} />}
            disabled={index === events.length - 1}
            onClick={() => onChoose(index + 1)}
          />
          <Button
            className="op-compare"
            size="small"
            aria-pressed={isComparing}
            onClick={() => onCompare(!isComparing)}
          >
            Compare with now
          </Button>
        </div>
      </div>
      <div className="op-slider-bars" aria-hidden="true">
        {bars.map((count, at) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: A bar is its place in time.
            key={at}
            className={at / (barCount - 1) <= share ? 'op-past' : ''}
            style={{ height: `${count === 0 ? 0 : 12 + (count / top) * 88}%` }}
          />
        ))}
      </div>
      <Slider
        min={first}
        max={end}
        value={time}
        tooltip={{ open: false }}
        ariaLabelForHandle="Time"
        ariaValueTextFormatterForHandle={() => `Revision ${revision}, ${fullTimeOf(time)}`}
        onChange={(value) => setDragged(toIndex(value))}
        onChangeComplete={(value) => {
          onChoose(dragged ?? toIndex(value));
          setDragged(undefined);
        }}
      />
      <div className="op-slider-days" aria-hidden="true">
        {tickTexts(first, last).map((text, at, all) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: A tick is its place.
          <span key={at}>{at > 0 && at === all.length - 1 ? `Last, ${text}` : text}</span>
        ))}
      </div>
    </Card>
  );
}
