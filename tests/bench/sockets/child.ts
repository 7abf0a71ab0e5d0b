import type { ServerCommand, ServerReport, Target } from './protocol.ts';

const report = (message: ServerReport): void => {
  process.send?.(message);
};

/** Reports the server's address to the benchmark, answers its commands, and exits with it. */
export function serve(target: Target, close: () => Promise<void> = async () => {}): void {
  process.on('message', (command: ServerCommand) => {
    if (command.do !== 'measure memory') return;
    // The first collection leaves objects with finalisers to the next ones.
    for (let i = 0; i < 3; i++) globalThis.gc?.();
    const { heapUsed, rss } = process.memoryUsage();
    report({ is: 'memory', heap: heapUsed, rss });
  });
  process.once('disconnect', () => {
    void close().finally(() => process.exit());
  });
  report({ is: 'listening', target });
}
