/** Hidden pages have no frames. */
const maxDelayMs = 100;

const due: (() => void)[] = [];

/** Runs a function before the next frame is painted, in one task with all others that wait for it. */
export function inNextFrame(run: () => void): void {
  if (due.push(run) > 1) return;
  if (typeof requestAnimationFrame === 'undefined') {
    setTimeout(runAll, 0);
    return;
  }
  const [frame, timer] = [requestAnimationFrame(end), setTimeout(end, maxDelayMs)];
  function end() {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    runAll();
  }
}

function runAll(): void {
  for (const run of due.splice(0)) run();
}
