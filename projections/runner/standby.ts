import type { EventLog } from '../../server/core/event-log.ts';
import { pause } from '../../server/core/timing/pause.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import type { Control } from './control.ts';
import type { Delays } from './delays.ts';

export interface Standby {
  readonly log: Pick<EventLog, 'head'>;
  readonly model: Pick<ReadModel, 'checkpoint'>;
  readonly control: Control;
  readonly delays: Pick<Delays, 'standbyMs'>;
  /** Aborts when an operator decides, the store loses data or the runner stops. */
  readonly interrupted: AbortSignal;
  readonly stopped: AbortSignal;
  /** @param isAtEnd whether the other runner has reached the end that the log had when this one began to stand by */
  readonly onRead: (checkpoint: bigint | undefined, isAtEnd: boolean) => void;
}

/** Resolves true once the checkpoint stops moving or the projection is paused, false after another decision or a stop. */
export async function untilIdle(options: Standby): Promise<boolean> {
  const { log, model, control, delays, interrupted, stopped, onRead } = options;
  const end = await log.head();
  for (;;) {
    const before = await model.checkpoint();
    onRead(before, end === undefined || (before !== undefined && before >= end));
    // Jitter, so that two runners that lost to a third do not retry in lockstep.
    await pause(delays.standbyMs * (0.75 + Math.random() / 2), interrupted);
    if (stopped.aborted) return false;
    const isPaused = control.pausedAt !== undefined;
    if (!isPaused && interrupted.aborted) return false;
    if (isPaused || (await model.checkpoint()) === before) return true;
  }
}
