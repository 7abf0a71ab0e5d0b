import { once } from 'node:events';
import type { EventLog, SubscribeOptions, SubscriptionBatch } from '../../server/core/event-log.ts';
import type { Checkpoint, ReadModel } from '../read-models/read-model-store.ts';
import { LogSteps } from '../runner/log-steps.ts';

export interface LiveModelOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  /** The live generation. */
  readonly live: Pick<ReadModel, 'committed' | 'waitFor'>;
  /** Of one batch, so that folding it does not keep requests waiting. */
  readonly maxEvents: number;
  /** Called with the position of the live generation when that is read. */
  readonly onTarget: (position: bigint | undefined) => void;
  /** Called when everything up to the live position is folded. @returns whether the rebuild is done */
  readonly onReached: () => Promise<boolean>;
}

const recheckMs = 100;

/** The log as a rebuild may fold it: up to the position of the live generation, and never beyond. */
export function logUpToLive({ log, live, maxEvents, onTarget, onReached }: LiveModelOptions): LiveModelOptions['log'] {
  return {
    head: () => log.head(),
    async *subscribe(options: SubscribeOptions): AsyncGenerator<SubscriptionBatch, void> {
      const { signal } = options;
      const steps = new LogSteps(log, options, maxEvents);
      let position = options.after;
      try {
        while (!signal.aborted) {
          const target = await live.committed();
          const reached = target?.position;
          onTarget(reached);
          if (isBefore(position, target)) {
            const step = await steps.next(target);
            position = step.position;
            yield { ...step, caughtUp: position === target.position };
            continue;
          }
          if (position === reached && (await onReached())) {
            if (!signal.aborted) await once(signal, 'abort');
            return;
          }
          await live.waitFor((position ?? -1n) + 1n, recheckMs);
        }
      } finally {
        steps.close();
      }
    },
  };
}

const isBefore = (position: bigint | undefined, target: Checkpoint | undefined): target is Checkpoint =>
  target !== undefined && (position === undefined || position < target.position);
