/** Runs the task when the browser has a moment, a second later at most. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_000 });
  // Safari has no requestIdleCallback: by then it has usually painted. A guess, as nothing tells when it is idle.
  else setTimeout(task, 200);
}

/** Runs the task when the page has been painted and the browser has a moment. */
export function afterFirstPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(() => whenIdle(task)));
}
