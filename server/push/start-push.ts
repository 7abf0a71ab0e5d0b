import { join } from 'node:path';
import { makeDirectory } from '../core/files/directories.ts';
import { tryLock } from '../core/files/process-lock.ts';
import { backoffMs } from '../core/timing/backoff.ts';
import { pause } from '../core/timing/pause.ts';
import { type PushLimits, type PushSenderOptions, pushLimits, sendPushMessages } from './push-sender.ts';

export interface PushOptions extends Omit<PushSenderOptions, 'limits' | 'signal'> {
  /** Of the subscriptions: the process that holds its lock sends. */
  readonly folder: string;
  readonly limits?: Partial<PushLimits>;
}

const standbyMs = 5_000;
const retryMs = { first: 1_000, longest: 60_000 };

/** Sends push messages, if no other process does, and continues after failures until it is stopped. */
export function startPush({ folder, limits, ...options }: PushOptions): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  let failures = 0;

  async function sendAlone(): Promise<void> {
    await makeDirectory(folder);
    const lock = tryLock(join(folder, 'sender.lock'));
    if (!lock) return pause(standbyMs, signal);
    try {
      await sendPushMessages({ ...options, limits: { ...pushLimits, ...limits }, signal });
    } finally {
      lock.release();
    }
  }
  const done = (async () => {
    while (!signal.aborted) {
      const beganAt = performance.now();
      try {
        await sendAlone();
        failures = 0;
      } catch (error) {
        if (signal.aborted) break;
        if (performance.now() - beganAt > retryMs.longest) failures = 0;
        const pauseMs = backoffMs(failures++, retryMs.first, retryMs.longest);
        options.logger.warn({ err: error, pauseMs }, 'Push messages pause after a failure');
        await pause(pauseMs, signal);
      }
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await done;
    },
  };
}
