/** The projection stops at this event: it folds the events before it and none after it, on every node. */
export type ProjectionPaused = { type: 'ProjectionPaused'; data: Record<string, never> };
export type ProjectionResumed = { type: 'ProjectionResumed'; data: Record<string, never> };

/**
 * This version of the projection leaves out the event at a position of the log (a decimal string), also when it is built
 * again. A later version folds it: it may be able to.
 */
export type EventSkipped = { type: 'EventSkipped'; data: { version: number; position: string; why: string } };

/** This version of the projection is to be built again, beside the one that is read, under the name of a new generation. */
export type RebuildRequested = { type: 'RebuildRequested'; data: { version: number; generation: string } };

/** Readers have been switched to the generation. The actor is a server that has seen it. */
export type RebuildCompleted = { type: 'RebuildCompleted'; data: { version: number; generation: string } };

/** The event at a position of the log (a decimal string) cannot be folded: the rebuild has stopped there. */
export type RebuildFailed = {
  type: 'RebuildFailed';
  data: { version: number; generation: string; position: string; error: string };
};

/** An operator has ended the rebuild, or dismissed its failure. */
export type RebuildCancelled = { type: 'RebuildCancelled'; data: { version: number; generation: string } };

export type RebuildEvent = RebuildRequested | RebuildCompleted | RebuildFailed | RebuildCancelled;

/**
 * A read model of this version was compared with a replay of the log, up to a position (a decimal string; none if nothing
 * was committed to it).
 */
export interface VerifiedVersion {
  readonly version: number;
  readonly position?: string;
  readonly compared: number;
  readonly differences: number;
}

/** What was verified: what readers read, or the snapshots that a start continues from. */
export type VerifiedCopy = 'live' | 'snapshot';

/** Recorded by earlier releases, one for each projection of a verification. The actor had it done. */
export type ProjectionVerified = { type: 'ProjectionVerified'; data: VerifiedVersion & { of: VerifiedCopy } };

/**
 * The only event of `projection-verifications`: what one verification found, for each projection that it compared as a
 * whole. The actor had it done.
 */
export type VerificationEnded = {
  type: 'VerificationEnded';
  data: { of: VerifiedCopy; results: readonly (VerifiedVersion & { readonly projection: string })[] };
};

/** In place of a projection's name. */
export const verificationsId = 'verifications';

/**
 * The events of `projection-{name}`: what operators do with a projection, and what came of it. The actor is the operator
 * if not said otherwise.
 */
export type ProjectionControlEvent =
  | ProjectionPaused
  | ProjectionResumed
  | EventSkipped
  | RebuildEvent
  | ProjectionVerified
  | VerificationEnded;

export const projectionControlCategory = 'projection';
