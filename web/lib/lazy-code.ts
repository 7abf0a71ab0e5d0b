import { useEffect, useState } from 'react';
import { createObstacleFinder, type Obstacle } from './release.ts';
import { createRetryPause } from './retry-pause.ts';

/** Code that is loaded on first use, or earlier. */
export interface LazyCode<T> {
  /** Undefined until it is loaded. */
  get: () => T | undefined;
  /** Makes one attempt. A failure is not cached: the next call tries again. */
  load: () => Promise<T>;
}

export function lazyCode<T>(load: () => Promise<T>): LazyCode<T> {
  let loaded: T | undefined;
  return {
    get: () => loaded,
    load: async () => {
      loaded ??= await load();
      return loaded;
    },
  };
}

/** The loaded code or, until then, why the last attempt failed. */
export type LazyCodeState<T> = { value: T } | { value?: undefined; obstacle?: Obstacle };

/** Loads the code, and retries until that succeeds. @param code undefined while it is not needed */
export function useLazyCode<T>(code: LazyCode<T> | undefined): LazyCodeState<T> {
  const [state, setState] = useState<LazyCodeState<T>>(() => {
    const value = code?.get();
    return value === undefined ? {} : { value };
  });
  const isLoaded = state.value !== undefined;

  useEffect(() => {
    if (isLoaded || !code) return;
    const unmounted = new AbortController();
    const findObstacle = createObstacleFinder();
    const pause = createRetryPause();
    const attempt = async (): Promise<void> => {
      try {
        const value = await code.load();
        if (!unmounted.signal.aborted) setState({ value });
      } catch {
        const obstacle = await findObstacle();
        if (unmounted.signal.aborted) return;
        setState({ obstacle });
        await pause.afterFailure(unmounted.signal);
        if (!unmounted.signal.aborted) await attempt();
      }
    };
    attempt().catch(reportError);
    return () => unmounted.abort();
  }, [code, isLoaded]);

  return state;
}
