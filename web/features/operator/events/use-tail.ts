import { useEffect, useRef, useState } from 'react';
import type { AuditedEvent } from '../../../../server/core/contracts/audit.ts';
import type { Search } from './filters.ts';
import { followTail, type TailStatus } from './tail.ts';

/** Older ones of a long tail are dropped: a search finds them. */
const maxEvents = 500;

export interface Tail {
  isOn: boolean;
  isPaused: boolean;
  status: TailStatus;
  /** Newest first. */
  events: readonly AuditedEvent[];
  /** How many have come during the pause. */
  waiting: number;
  turn: (isOn: boolean) => void;
  pause: (isPaused: boolean) => void;
}

interface Received {
  shown: readonly AuditedEvent[];
  waiting: readonly AuditedEvent[];
}

const nothing: Received = { shown: [], waiting: [] };

/**
 * New events as they are recorded. While it is paused, they wait, so that nothing moves.
 * @param from what is shown includes the log up to this position
 */
export function useTail(why: string, search: Search, from: string | undefined): Tail {
  const [isOn, setOn] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [status, setStatus] = useState<TailStatus>('connecting');
  const [{ shown, waiting }, setReceived] = useState(nothing);
  const paused = useRef(isPaused);
  paused.current = isPaused;
  const key = JSON.stringify(search);
  const start = useRef(from);
  start.current = from;

  useEffect(() => {
    setReceived(nothing);
    if (!isOn) return;
    const onEvent = (event: AuditedEvent) =>
      setReceived((before) =>
        paused.current
          ? { ...before, waiting: [event, ...before.waiting].slice(0, maxEvents) }
          : { ...before, shown: [event, ...before.shown].slice(0, maxEvents) },
      );
    return followTail(why, JSON.parse(key), start.current, { onEvent, onStatus: setStatus });
  }, [isOn, why, key]);

  const pause = (pausing: boolean) => {
    setPaused(pausing);
    if (!pausing)
      setReceived(({ shown, waiting }) => ({ shown: [...waiting, ...shown].slice(0, maxEvents), waiting: [] }));
  };
  const turn = (on: boolean) => {
    setOn(on);
    setPaused(false);
  };
  return { isOn, isPaused, status, events: shown, waiting: waiting.length, turn, pause };
}
