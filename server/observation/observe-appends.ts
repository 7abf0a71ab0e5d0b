import { type AppendResult, type EventLog, type NewEvent, WrongExpectedRevision } from '../core/event-log.ts';
import type { AppendOutcome, Observer } from '../core/observer.ts';

/** The same log, which reports each append. */
export function observeAppends(log: EventLog, observer: Observer | undefined): EventLog {
  if (!observer?.appended) return log;

  const report = (stream: string, events: readonly NewEvent[], outcome: AppendOutcome, startedAt: number) =>
    observer.appended?.({
      category: stream.slice(0, stream.indexOf('-')),
      events,
      outcome,
      startedAt,
      ms: performance.now() - startedAt,
    });

  return {
    async append(stream, events, expected): Promise<AppendResult> {
      const startedAt = performance.now();
      try {
        const result = await log.append(stream, events, expected);
        report(stream, events, 'recorded', startedAt);
        return result;
      } catch (error) {
        report(stream, events, error instanceof WrongExpectedRevision ? 'conflict' : 'failed', startedAt);
        throw error;
      }
    },
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (options) => log.readAll(options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    writeFailure: () => log.writeFailure(),
    close: () => log.close(),
  };
}
