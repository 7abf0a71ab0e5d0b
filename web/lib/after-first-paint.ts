/** Runs the task when the page has been painted and the browser has a moment, a second later at most. */
export function afterFirstPaint(task: () => void): void {
  const whenIdle = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 1_000 });
    else setTimeout(task, 200); // Safari
  };
  requestAnimationFrame(() => setTimeout(whenIdle));
}
