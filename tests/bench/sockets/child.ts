import type { ServerCommand, ServerReport, Target } from './protocol.ts';

const report = (message: ServerReport): void => {
  process.send?.(message);
};

/** Tells the bench where the server listens, answers what it asks, and ends with it. */
export function serve(target: Target, close: () => Promise<void> = async () => {}): void {
  process.on('message', (command: ServerCommand) => {
    if (command.do !== 'measure memory') return;
    // What the first collection leaves to finalisers is gone after the next.
    for (let i = 0; i < 3; i++) globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    report({ is: 'memory', heap: heapUsed, rss });
  });
  process.once('disconnect', () => {
    void close().finally(() => process.exit());
  });
  report({ is: 'listening', target });
}
