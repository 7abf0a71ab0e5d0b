import { useSyncExternalStore } from 'react';

/** A value outside React, shared by the whole page. */
export interface Store<T> {
  get: () => T;
  /** Notifies the subscribers, unless the value is the same as before. */
  set: (value: T) => void;
  /** Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
  /** A hook: returns the value, and rerenders when it changes. */
  use: () => T;
  /** A hook: returns the selected value, and rerenders when it changes. */
  useSelected: <Selected>(select: (value: T) => Selected) => Selected;
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
    use: () => useSyncExternalStore(subscribe, get, get),
    useSelected: (select) => {
      const selected = () => select(value);
      return useSyncExternalStore(subscribe, selected, selected);
    },
  };
}
