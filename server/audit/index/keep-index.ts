import type { ReadableLog } from '../../core/event-log.ts';
import type { Logger } from '../../core/logger.ts';
import { backoffMs } from '../../core/timing/backoff.ts';
import { pause } from '../../core/timing/pause.ts';
import { eventLoop, SpareTime } from '../../core/timing/spare-time.ts';
import { AuditIndex } from './audit-index.ts';
import { followLog } from './follow-log.ts';

export interface KeepIndexOptions {
  readonly log: ReadableLog;
  readonly file: string;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
}

/** Between commits, so that hundreds of writes a second cost the server a few commits. */
const commitIntervalMs = 250;
/** Requests wait for a transaction, which takes about 2 ms on a log that was not indexed before. */
const maxEvents = 64;
/** How long it may be behind in a busy process before it takes a larger share: searches wait for what is missing. */
const maxLagMs = 60_000;
const retryMs = { first: 1_000, longest: 30_000 };

/** Keeps the index at the head of the log until it is stopped. A failure, such as a full disk, delays nothing else. */
export function keepIndex({ log, file, logger }: KeepIndexOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;
  const index = async () => {
    using opened = new AuditIndex(file);
    const spareTime = new SpareTime(eventLoop(signal), maxLagMs);
    const onIndexed = () => {
      if (failures > 0) logger.info({ file }, 'The index of the log is written again');
      failures = 0;
      return spareTime.yieldIfUsedUp();
    };
    const atHead = async () => {
      await pause(commitIntervalMs, signal);
      return !signal.aborted;
    };
    await followLog(log, opened, { signal, maxEvents, atHead, onBehind: () => spareTime.begin(), onIndexed });
  };
  const done = (async () => {
    while (!signal.aborted) {
      try {
        await index();
      } catch (error) {
        if (failures === 0) logger.warn({ file, reason: String(error) }, 'The index of the log cannot be written');
        failures += 1;
        await pause(backoffMs(failures, retryMs.first, retryMs.longest), signal);
      }
    }
  })();
  return {
    stop: async () => {
      stopping.abort();
      await done;
    },
  };
}
