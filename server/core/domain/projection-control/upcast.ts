import type { EventVersions } from '../event-versions.ts';
import type { ProjectionControlEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const projectionControlEvents: EventVersions<ProjectionControlEvent> = {
  ProjectionPaused: [],
  ProjectionResumed: [],
  EventSkipped: [],
  RebuildRequested: [],
  RebuildCompleted: [],
  RebuildFailed: [],
  RebuildCancelled: [],
  ProjectionVerified: [],
  VerificationEnded: [],
};
