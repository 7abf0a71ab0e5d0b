import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { followDrag } from '../lib/follow-drag.ts';

export interface SortableOptions {
  /** What the rows are called in announcements, in order. */
  names: readonly string[];
  onMove: (from: number, to: number) => void;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** How far the row is from its place, in px. */
  readonly offset: number;
  /** Of the dragged row, in px. */
  readonly height: number;
}

/**
 * The rows of a list (`li`), of any heights, in an order that is changed by dragging the grip of a row, or by the arrow
 * keys, Home and End on it.
 */
export function useSortable<List extends HTMLElement>({ names, onMove }: SortableOptions) {
  const list = useRef<List>(null);
  const [drag, setDrag] = useState<Drag>();
  const [announcement, announce] = useState('');
  const [moved, setMoved] = useState<{ readonly to: number }>();

  // A moved row may have lost the focus.
  useLayoutEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-grip="${moved.to}"]`)?.focus();
  }, [moved]);

  const move = (from: number, to: number) => {
    if (to === from || to < 0 || to >= names.length) return;
    onMove(from, to);
    setMoved({ to });
    announce(`${names[from]}, ${to + 1} of ${names.length}`);
  };

  const onKeyDown = (index: number, event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };

  const startDrag = (from: number, event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    const rows = [...(list.current?.querySelectorAll(':scope > li') ?? [])].map((row) => row.getBoundingClientRect());
    const grip = event.currentTarget;
    const { pointerId, clientY: startY } = event;
    grip.setPointerCapture(pointerId);
    const height = rows[from]?.height ?? 0;
    let dragged: Drag = { from, to: from, offset: 0, height };
    followDrag(grip, pointerId, {
      onMove: ({ y, scrolled }) => {
        const offset = y - startY + scrolled;
        dragged = { from, to: targetOf(rows, from, offset), offset, height };
        setDrag(dragged);
      },
      onEnd: (isDropped) => {
        setDrag(undefined);
        if (isDropped) move(from, dragged.to);
      },
    });
  };

  return {
    list,
    /** For a live region. */
    announcement,
    rowOf: (index: number) => ({
      isLifted: drag?.from === index,
      style: { transform: transformOf(index, drag) },
      grip: {
        'data-grip': index,
        onKeyDown: (event: KeyboardEvent) => onKeyDown(index, event),
        onPointerDown: (event: PointerEvent<HTMLButtonElement>) => startDrag(index, event),
      },
    }),
  };
}

/** The place of a row that is dragged past the middles of others. */
function targetOf(rows: readonly DOMRect[], from: number, offset: number): number {
  const row = rows[from];
  if (!row) return from;
  const isAbove = ({ top, height }: DOMRect, index: number) => index < from && row.top + offset < top + height / 2;
  const isBelow = ({ top, height }: DOMRect, index: number) => index > from && row.bottom + offset > top + height / 2;
  const first = rows.findIndex(isAbove);
  return first >= 0 ? first : Math.max(from, rows.findLastIndex(isBelow));
}

/** The dragged row follows the pointer. Those between its place and the new one make room. */
function transformOf(index: number, drag: Drag | undefined): string | undefined {
  if (!drag) return undefined;
  const { from, to, offset, height } = drag;
  if (index === from) return `translateY(${offset}px)`;
  if (index > from && index <= to) return `translateY(${-height}px)`;
  return index < from && index >= to ? `translateY(${height}px)` : undefined;
}
