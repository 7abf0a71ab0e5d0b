/** The projection stops at this event: it folds the events before it and none after it, on every node. */
export type ProjectionPaused = { type: 'ProjectionPaused'; data: Record<string, never> };
export type ProjectionResumed = { type: 'ProjectionResumed'; data: Record<string, never> };

/**
 * This version of the projection leaves out the event at a position of the log (a decimal string), also when it is built
 * again. A later version folds it: it may be able to.
 */
export type EventSkipped = { type: 'EventSkipped'; data: { version: number; position: string; why: string } };

/** The events of `projection-{name}`: what operators do with a projection. The actor is the operator. */
export type ProjectionControlEvent = ProjectionPaused | ProjectionResumed | EventSkipped;

export const projectionControlCategory = 'projection';
