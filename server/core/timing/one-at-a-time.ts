/** Runs work for a key after all earlier work for the same key has ended, and settles as the work does. */
export type OneAtATime = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/** Work that excludes each other in this process. Its callers bound how long it takes. */
export function oneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const running = before.then(work, work);
    last.set(key, running);
    try {
      return await running;
    } finally {
      if (last.get(key) === running) last.delete(key);
    }
  };
}
