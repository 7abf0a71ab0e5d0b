import { useEffect, useRef, useState } from 'react';
import { untilNextAttempt } from './attempts.ts';
import { type Obstacle, obstacleFinder } from './release.ts';

/** Code that is loaded when it is first shown, or ahead of that. */
export interface LateCode<T> {
  /** Undefined until it is loaded. */
  get: () => T | undefined;
  /** Tries once. A failure is not kept: the next call tries again. */
  load: () => Promise<T>;
}

export function lateCode<T>(load: () => Promise<T>): LateCode<T> {
  let loaded: T | undefined;
  return {
    get: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
}

/** What is there of late code: all of it, or nothing yet and, after a failure, why. */
export type Arrival<T> = { value: T } | { value?: undefined; obstacle?: Obstacle; retrying?: boolean };

/** Loads the code, and again until it is there. Also gives the way to try at once. */
export function useLateCode<T>(code: LateCode<T>): [Arrival<T>, () => void] {
  const [arrival, setArrival] = useState<Arrival<T>>(() => {
    const value = code.get();
    return value === undefined ? {} : { value };
  });
  const tryNow = useRef<() => void>(undefined);
  const there = arrival.value !== undefined;

  useEffect(() => {
    if (there) return;
    const left = new AbortController();
    const findObstacle = obstacleFinder();
    const attempt = async (number: number): Promise<void> => {
      try {
        const value = await code.load();
        if (!left.signal.aborted) setArrival({ value });
      } catch {
        const obstacle = await findObstacle();
        if (left.signal.aborted) return;
        setArrival({ obstacle });
        const hurry = new AbortController();
        tryNow.current = () => hurry.abort();
        await untilNextAttempt(number, AbortSignal.any([left.signal, hurry.signal]));
        if (left.signal.aborted) return;
        if (hurry.signal.aborted) setArrival({ obstacle, retrying: true });
        await attempt(number + 1);
      }
    };
    attempt(1).catch(reportError);
    return () => left.abort();
  }, [code, there]);

  return [arrival, () => tryNow.current?.()];
}
