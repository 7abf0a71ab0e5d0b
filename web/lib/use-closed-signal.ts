import { useEffect, useRef } from 'react';

/** Returns a function that returns a signal, which is aborted when the component is unmounted. */
export function useClosedSignal(): () => AbortSignal {
  const controller = useRef(new AbortController());
  useEffect(() => {
    controller.current = new AbortController();
    return () => controller.current.abort();
  }, []);
  return () => controller.current.signal;
}
