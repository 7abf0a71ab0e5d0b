import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import type { AppliedListener } from './applied.ts';
import type { Control } from './control.ts';
import type { Delays } from './delays.ts';
import type { TimeSlice } from './time-slice.ts';

export interface FollowerOptions {
  readonly definition: Projection;
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly model: ReadModel;
  readonly control: Control;
  readonly onApplied: AppliedListener;
  /** Called after the read model was cleared, before it is rebuilt. */
  readonly onCleared: () => void;
  /** Called when the read model is empty; may give it the name of another generation. */
  readonly onEmpty: () => Promise<void>;
  /** Called when a read model that was built from nothing is served. */
  readonly onBuilt: () => void;
  readonly logger: Logger;
  readonly delays: Delays;
  readonly slice: TimeSlice;
  /** Maximum events of one commit. Default: that of `fold.ts`, which suits a build from the first event. */
  readonly maxEvents?: number;
}
