import type { ProjectionKey } from '../read-models/read-model-store.ts';
import { type CommittedBatch, FoldFailed } from './fold.ts';
import type { ProjectionError, ProjectionState, ProjectionStatus } from './projection-status.ts';

/** The progress and health of a projection: recorded by its runner, reported by its status. */
export class ProjectionProgress {
  readonly #projection: ProjectionKey;
  #state: ProjectionState = 'catching-up';
  #since = new Date();
  #position: bigint | undefined;
  #lastEventAt: string | undefined;
  #lastError: ProjectionError | undefined;
  #failures = 0;

  constructor(projection: ProjectionKey) {
    this.#projection = projection;
  }

  get state(): ProjectionState {
    return this.#state;
  }

  /** Consecutive failures since the last commit or end of the log. */
  get failures(): number {
    return this.#failures;
  }

  /** The last checkpoint read or committed. */
  get position(): bigint | undefined {
    return this.#position;
  }

  get status(): ProjectionStatus {
    const { name, version } = this.#projection;
    const lastEventMs = this.#lastEventAt === undefined ? undefined : Date.now() - Date.parse(this.#lastEventAt);
    return {
      name,
      version,
      state: this.#state,
      since: this.#since,
      position: this.#position?.toString(),
      lagMs: this.#state === 'live' ? 0 : lastEventMs,
      lastError: this.#lastError,
    };
  }

  enter(state: ProjectionState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#since = new Date();
  }

  /** Records the checkpoint read from the store. */
  checkpointRead(position: bigint | undefined): void {
    this.#position = position;
  }

  committed({ events, position }: CommittedBatch): void {
    this.#failures = 0;
    this.#position = position;
    this.#lastEventAt = events.at(-1)?.meta.at ?? this.#lastEventAt;
    if (this.#state === 'failing') this.enter('catching-up');
  }

  reachedEnd(): void {
    this.#failures = 0;
    this.enter('live');
  }

  failed(error: unknown): void {
    this.#failures++;
    this.#lastError = {
      message: error instanceof Error ? error.message : String(error),
      at: new Date(),
      position: error instanceof FoldFailed ? error.position.toString() : undefined,
    };
  }
}
