/**
 * - `catching-up`: reads what the log already holds
 * - `live`: has reached the end of the log and follows it
 * - `failing`: retries after a growing pause
 * - `paused`: an operator has paused it
 * - `standby`: another runner commits; this one checks periodically that it still does
 * - `stopped`: ended until the process restarts
 */
export type ProjectionState = 'catching-up' | 'live' | 'failing' | 'paused' | 'standby' | 'stopped';

/** One projection, as `/health/ready` shows it. */
export interface ProjectionStatus {
  readonly name: string;
  readonly version: number;
  readonly state: ProjectionState;
  /** When it entered this state. */
  readonly since: Date;
  /** Its checkpoint, a log position as a decimal string; undefined before the first commit. */
  readonly position: string | undefined;
  /** Age of the last folded event, in ms. 0 when live, undefined before the first event. */
  readonly lagMs: number | undefined;
  /** The last failure, kept after a recovery. */
  readonly lastError: ProjectionError | undefined;
}

export interface ProjectionError {
  readonly message: string;
  readonly at: Date;
  /** Position of the event that could not be folded; undefined for other failures. */
  readonly position: string | undefined;
}
