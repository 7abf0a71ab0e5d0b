import type { ReadableLog } from '../core/event-log.ts';
import { OrderCheck } from './order-check.ts';

/**
 * Reads a whole log, and checks its order.
 * @returns the number of events
 * @throws Error in one line that names the position
 */
export async function checkLog(
  log: ReadableLog,
  signal: AbortSignal,
  onProgress?: (count: number) => void,
): Promise<number> {
  const order = new OrderCheck(false);
  let count = 0;
  try {
    for await (const event of log.readAll()) {
      signal.throwIfAborted();
      const problem = order.problemWith(event);
      if (problem !== undefined) throw new Error(`The log is damaged at position ${event.position}: ${problem}`);
      count += 1;
      onProgress?.(count);
    }
    return count;
  } finally {
    order.close();
  }
}
