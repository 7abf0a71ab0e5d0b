const listeners = new Set<() => void>();

/** Calls the listener when messages may have been missed: after each connect, including the first, or when the server says so. */
export function onLiveMissed(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function notifyMissed(): void {
  for (const listener of [...listeners]) listener();
}
