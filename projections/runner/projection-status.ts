/**
 * - `catching-up`: it reads what is in the log already
 * - `live`: it has reached the end and follows
 * - `paused`: something failed; it tries again after a growing pause
 * - `standby`: another runner does the work; this one looks now and then whether that is still so
 * - `stopped`: for good, until the process starts again
 */
export type ProjectionState = 'catching-up' | 'live' | 'paused' | 'standby' | 'stopped';

/** One projection, as `/health/ready` shows it. */
export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly state: ProjectionState;
  /** Since when it is in this state. */
  readonly since: Date;
  /** Its checkpoint, a log position as a decimal string; undefined before the first commit. */
  readonly position: string | undefined;
  /** Age of the last event folded, in ms: how far behind it is. 0 when live, undefined while nothing is known. */
  readonly lagMs: number | undefined;
  /** The last failure, also when it has been overcome. */
  readonly lastError: ProjectionError | undefined;
}

export interface ProjectionError {
  readonly message: string;
  readonly at: Date;
  /** Position of the event that could not be folded, where the failure was of that kind. */
  readonly position: string | undefined;
}
