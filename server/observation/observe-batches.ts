import type { AppliedListener } from '../../projections/runner/applied.ts';
import type { Observer } from '../core/observer.ts';

/** The same listener of committed batches, which first reports each. */
export const observeBatches =
  (listener: AppliedListener, observer: Observer | undefined): AppliedListener =>
  (applied, startedAt) => {
    observer?.applied?.(applied, startedAt);
    listener(applied, startedAt);
  };
