/** Runs the task when the browser is idle, after 1 s at the latest. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_000 });
  // Safari has no requestIdleCallback, nor another idle signal. After 200 ms it has usually painted.
  else setTimeout(task, 200);
}

/** Runs the task after the next paint, once the browser is idle. */
export function afterFirstPaint(task: () => void): void {
  requestAnimationFrame(() => setTimeout(() => whenIdle(task)));
}
