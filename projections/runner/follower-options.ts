import type { EventLog } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import type { AppliedListener } from './applied.ts';
import type { Control } from './control.ts';
import type { Pauses } from './pauses.ts';
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
  readonly pauses: Pauses;
  readonly slice: TimeSlice;
  /** Of one commit. Default: as many as a rebuild at a start does best with. */
  readonly maxEvents?: number;
}
