import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { followDrag } from '../lib/follow-drag.ts';
import { movedTo } from '../lib/moved-to.ts';
import { classNames } from './class-names.ts';
import { GripIcon } from './grip-icon.tsx';
import { Announcement } from './screen-reader.tsx';
import styles from './sortable-list.module.css';

export interface SortableListProps {
  label: string;
  /** Unique names, in order. */
  names: readonly string[];
  onChange: (names: readonly string[]) => void;
  /** What a row shows beside its name. */
  renderEnd?: (name: string) => ReactNode;
}

interface Drag {
  readonly from: number;
  readonly to: number;
  /** How far the row is from its place, in px. */
  readonly offset: number;
}

/** Names in an order that is changed by dragging the grip of a row, or by the arrow keys, Home and End on it. */
export function SortableList({ label, names, onChange, renderEnd }: SortableListProps) {
  const list = useRef<HTMLUListElement>(null);
  const focusNext = useRef<string>(undefined);
  const [drag, setDrag] = useState<Drag>();
  const [announcement, announce] = useState('');
  const hintId = useId();

  // A moved row may have lost the focus.
  useLayoutEffect(() => {
    const name = focusNext.current;
    focusNext.current = undefined;
    if (name !== undefined) gripOf(list.current, names.indexOf(name))?.focus();
  }, [names]);

  const move = (from: number, to: number) => {
    const name = names[from];
    if (name === undefined || to === from || to < 0 || to >= names.length) return;
    focusNext.current = name;
    onChange(movedTo(names, from, to));
    announce(`${name}, ${to + 1} of ${names.length}`);
  };

  const onKeyDown = (index: number, event: KeyboardEvent) => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: names.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(index, to);
  };

  const startDrag = (from: number, event: PointerEvent<HTMLButtonElement>) => {
    const row = event.currentTarget.closest('li');
    if (event.button !== 0 || !row) return;
    const { height } = row.getBoundingClientRect();
    const grip = event.currentTarget;
    const { pointerId, clientY: startY } = event;
    grip.setPointerCapture(pointerId);
    let dragged: Drag = { from, to: from, offset: 0 };
    followDrag(grip, pointerId, {
      onMove: ({ y, scrolled }) => {
        const offset = y - startY + scrolled;
        const to = Math.min(names.length - 1, Math.max(0, from + Math.round(offset / height)));
        dragged = { from, to, offset };
        setDrag(dragged);
      },
      onEnd: (isDropped) => {
        setDrag(undefined);
        if (isDropped) move(from, dragged.to);
      },
    });
  };

  return (
    <>
      <p id={hintId} className={styles.hint}>
        Drag to change the order, or use the arrow keys.
      </p>
      <ul ref={list} aria-label={label} className={styles.list}>
        {names.map((name, index) => (
          <li
            key={name}
            className={classNames(styles.row, drag?.from === index && styles.lifted)}
            style={{ transform: transformOf(index, drag) }}
          >
            <button
              type="button"
              className={styles.grip}
              aria-label={`Move ${name}`}
              aria-describedby={hintId}
              data-grip
              onKeyDown={(event) => onKeyDown(index, event)}
              onPointerDown={(event) => startDrag(index, event)}
            >
              <GripIcon />
            </button>
            <span dir="auto" className={styles.name}>
              {name}
            </span>
            {renderEnd?.(name)}
          </li>
        ))}
      </ul>
      <Announcement>{announcement}</Announcement>
    </>
  );
}

/** The dragged row follows the pointer. Those between its place and the new one make room. */
function transformOf(index: number, drag: Drag | undefined): string | undefined {
  if (!drag) return undefined;
  const { from, to, offset } = drag;
  if (index === from) return `translateY(${offset}px)`;
  if (index > from && index <= to) return 'translateY(-100%)';
  return index < from && index >= to ? 'translateY(100%)' : undefined;
}

const gripOf = (list: HTMLElement | null, index: number): HTMLElement | undefined =>
  list?.querySelectorAll<HTMLElement>('[data-grip]')[index];
