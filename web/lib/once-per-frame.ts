/** Hidden pages have no frames. */
const maxFrameMs = 100;

let due: (() => void)[] = [];
/** Whether functions have run since the last frame, so that those that are added now wait for the next one. */
let hasRun = false;

/**
 * Runs a function soon: in a microtask, or before the next frame if others have just run. So a single update is painted as
 * early as possible, and of many in a frame, all but the first run together.
 */
export function oncePerFrame(run: () => void): void {
  if (due.push(run) > 1 || hasRun) return;
  queueMicrotask(runDue);
}

function runDue(): void {
  const running = due;
  due = [];
  hasRun = true;
  onNextFrame(endFrame);
  for (const run of running) {
    try {
      run();
    } catch (error) {
      reportError(error);
    }
  }
}

function endFrame(): void {
  hasRun = false;
  if (due.length > 0) runDue();
}

function onNextFrame(end: () => void): void {
  if (typeof requestAnimationFrame === 'undefined') {
    setTimeout(end, 0);
    return;
  }
  const once = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    end();
  };
  const [frame, timer] = [requestAnimationFrame(once), setTimeout(once, maxFrameMs)];
}
