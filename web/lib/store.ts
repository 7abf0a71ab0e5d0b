import { useSyncExternalStore } from 'react';

/** A value outside of React, of which there is one for the whole page. */
export interface Store<T> {
  get: () => T;
  /** Tells everybody who follows it, unless it is the same value as before. */
  set: (value: T) => void;
  /** Gives the way to stop. */
  subscribe: (listener: () => void) => () => void;
  /** A hook: the value, and a new rendering whenever it changes. */
  use: () => T;
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>();
  let value = initial;

  const get = () => value;
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  };
  return {
    get,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe,
    use: () => useSyncExternalStore(subscribe, get),
  };
}
