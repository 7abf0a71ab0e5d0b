import { upcast } from '../../server/core/domain/event-versions.ts';
import { type ProjectionControlState, projectionControl } from '../../server/core/domain/projection-control/decider.ts';
import {
  type ProjectionControlEvent,
  projectionControlCategory,
  verificationsId,
} from '../../server/core/domain/projection-control/events.ts';
import {
  completedGeneration,
  lastRebuild,
  type Rebuild,
} from '../../server/core/domain/projection-control/rebuilds.ts';
import { projectionControlEvents } from '../../server/core/domain/projection-control/upcast.ts';
import {
  type RecordedVerification,
  verificationsOf,
} from '../../server/core/domain/projection-control/verifications.ts';
import { type EventLog, LogBehindCheckpoint, type RecordedEvent } from '../../server/core/event-log.ts';
import type { Logger } from '../../server/core/logger.ts';
import { backoffMs } from '../../server/core/timing/backoff.ts';
import { pause } from '../../server/core/timing/pause.ts';
import type { ProjectionKey } from '../read-models/read-model-store.ts';
import type { Control, Controls } from '../runner/control.ts';

type ReadLog = Pick<EventLog, 'readStream'>;
type FollowedLog = Pick<EventLog, 'subscribe' | 'head'>;
type ControlEvent = RecordedEvent & ProjectionControlEvent;

const streamOf = (name: string): string => `${projectionControlCategory}-${name}`;
const types = Object.keys(projectionControlEvents);
const retryMs = { first: 100, longest: 5_000 };

/** What operators have decided about the projections of one name, from its stream. */
class StreamControl {
  state: ProjectionControlState = projectionControl.initial();
  pausedAt: Control['pausedAt'];
  readonly listeners = new Set<() => void>();
  readonly rebuildListeners = new Set<() => void>();
  #revision = -1n;

  async read(log: ReadLog, name: string): Promise<void> {
    for await (const event of log.readStream(streamOf(name), { from: this.#revision + 1n })) this.apply(event);
  }

  /** Replaces what was read from another log. Its listeners learn of it even if nothing has changed. */
  async replace(log: ReadLog, name: string): Promise<void> {
    const replacement = new StreamControl();
    await replacement.read(log, name);
    this.state = replacement.state;
    this.pausedAt = replacement.pausedAt;
    this.#revision = replacement.#revision;
    for (const listener of [...this.listeners, ...this.rebuildListeners]) listener();
  }

  /** Ignores an event that it has applied already. @throws NewerRelease */
  apply(recorded: RecordedEvent): void {
    if (recorded.revision <= this.#revision) return;
    const event: ControlEvent = upcast(projectionControlEvents, recorded);
    this.#revision = event.revision;
    this.state = projectionControl.evolve(this.state, event);
    if (event.type === 'ProjectionPaused') {
      this.pausedAt = { position: event.position, id: event.id, at: event.meta.at };
    }
    if (event.type === 'ProjectionResumed') this.pausedAt = undefined;
    // They decide nothing.
    if (event.type === 'ProjectionVerified' || event.type === 'VerificationEnded') return;
    const isOfRebuild = event.type.startsWith('Rebuild');
    for (const listener of isOfRebuild ? this.rebuildListeners : this.listeners) listener();
  }

  of({ version }: ProjectionKey): Control {
    const control = this;
    return {
      get pausedAt() {
        return control.pausedAt;
      },
      isSkipped: (position) =>
        control.state.skipped.some((event) => event.version === version && event.position === String(position)),
      listen: (listener) => {
        control.listeners.add(listener);
        return () => void control.listeners.delete(listener);
      },
    };
  }
}

/** What operators have decided and verified, read from the streams `projection-{name}` and `projection-verifications`. */
export class ProjectionControls implements Controls {
  readonly #log: ReadLog;
  readonly #streams: ReadonlyMap<string, StreamControl>;
  readonly #stop = new AbortController();
  #following: Promise<void> | undefined;

  private constructor(log: ReadLog, names: readonly string[]) {
    this.#log = log;
    this.#streams = new Map([...names, verificationsId].map((name) => [name, new StreamControl()]));
  }

  /** As the log has them now. @throws EventLogUnavailable, NewerRelease */
  static async read(log: ReadLog, names: readonly string[]): Promise<ProjectionControls> {
    const controls = new ProjectionControls(log, names);
    for (const [name, stream] of controls.#streams) await stream.read(log, name);
    return controls;
  }

  /** Reads them, and applies later ones until `stop`. @throws EventLogUnavailable, NewerRelease */
  static async start(
    log: ReadLog & FollowedLog,
    projections: readonly Pick<ProjectionKey, 'name'>[],
    logger: Pick<Logger, 'error'>,
  ): Promise<ProjectionControls> {
    const head = await log.head();
    const controls = await ProjectionControls.read(
      log,
      projections.map(({ name }) => name),
    );
    controls.follow(log, head, logger);
    return controls;
  }

  of(projection: ProjectionKey): Control {
    return this.#stream(projection).of(projection);
  }

  /** The decisions about a projection, of all its versions. */
  stateOf(projection: ProjectionKey): ProjectionControlState {
    return this.#stream(projection).state;
  }

  /** The results of verifications that are remembered, of all versions, oldest first. */
  verificationsOf(projection: ProjectionKey): RecordedVerification[] {
    const all = this.#stream({ name: verificationsId });
    return verificationsOf(projection.name, this.stateOf(projection).verifications, all.state.verifications);
  }

  completedGeneration(projection: ProjectionKey): string | undefined {
    return completedGeneration(this.stateOf(projection).rebuilds, projection.version);
  }

  lastRebuild(projection: ProjectionKey): Rebuild | undefined {
    return lastRebuild(this.stateOf(projection).rebuilds, projection.version);
  }

  /** Calls the listener after each decision about rebuilds. @returns a function that ends it */
  listenToRebuilds(projection: ProjectionKey, listener: () => void): () => void {
    const { rebuildListeners } = this.#stream(projection);
    rebuildListeners.add(listener);
    return () => void rebuildListeners.delete(listener);
  }

  /**
   * Applies later decisions, of any node, until `stop`.
   * @param after the head of the log before these were read
   */
  follow(log: FollowedLog, after: bigint | undefined, logger: Pick<Logger, 'error'>): void {
    this.#following ??= this.#follow(log, after, logger);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#following;
  }

  async #follow(log: FollowedLog, start: bigint | undefined, logger: Pick<Logger, 'error'>) {
    const { signal } = this.#stop;
    let after = start;
    let afterId: string | undefined;
    let isReplaced = false;
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        if (isReplaced) {
          [after, afterId] = [await log.head(), undefined];
          for (const [name, stream] of this.#streams) await stream.replace(this.#log, name);
          isReplaced = false;
        }
        const batches = log.subscribe({ filter: { types }, signal, ...(after !== undefined && { after, afterId }) });
        for await (const { events, position, positionId } of batches) {
          for (const event of events) this.#apply(event);
          [after, afterId] = [position, positionId];
          failures = 0;
        }
      } catch (error) {
        // The older log may lack decisions.
        if (error instanceof LogBehindCheckpoint) isReplaced = true;
        logger.error({ err: error }, 'Decisions of operators about projections cannot be read');
      }
      await pause(backoffMs(failures, retryMs.first, retryMs.longest), signal);
    }
  }

  #apply(event: RecordedEvent): void {
    this.#streams.get(event.stream.slice(streamOf('').length))?.apply(event);
  }

  #stream({ name }: Pick<ProjectionKey, 'name'>): StreamControl {
    const stream = this.#streams.get(name);
    if (stream === undefined) throw new Error(`The decisions about ${name} were not read`);
    return stream;
  }
}
