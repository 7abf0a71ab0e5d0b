import { neverPaused } from '../../contracts/never-paused.ts';
import type { EventWithMetadata } from '../event-with-metadata.ts';
import { line } from '../text.ts';
import { type ProjectionControlEvent, projectionControlCategory } from './events.ts';
import { decideRebuild, evolveRebuilds, type Rebuild, type RebuildCommand } from './rebuilds.ts';
import { projectionControlRefusals } from './refusals.ts';
import { projectionControlEvents } from './upcast.ts';
import {
  decideVerification,
  evolveVerifications,
  type RecordedVerification,
  type VerificationCommand,
} from './verifications.ts';

export type ProjectionControlCommand =
  /** @param projection its name */
  | { type: 'Pause'; projection: string }
  | { type: 'Resume' }
  | {
      type: 'SkipEvent';
      version: number;
      position: string;
      why: string;
      /** Position of the event that this version cannot fold; undefined if it does not fail. */
      failingAt: string | undefined;
    }
  | RebuildCommand
  | VerificationCommand;

export interface SkippedEvent {
  readonly version: number;
  readonly position: string;
  readonly why: string;
  readonly by: string;
  readonly at: string;
}

/** The state that decisions need. `evolve` owns the given state and mutates it. */
export interface ProjectionControlState {
  isPaused: boolean;
  skipped: SkippedEvent[];
  /** Of all versions, oldest first. */
  rebuilds: readonly Rebuild[];
  /** Of each version the last one, and the last one that found a difference; in the stream of all, of each projection. */
  verifications: readonly RecordedVerification[];
}

const isSkipped = ({ skipped }: ProjectionControlState, version: number, position: string): boolean =>
  skipped.some((event) => event.version === version && event.position === position);

function decide(command: ProjectionControlCommand, state: ProjectionControlState): ProjectionControlEvent[] {
  switch (command.type) {
    case 'Pause':
      if (neverPaused.includes(command.projection)) throw projectionControlRefusals.neverPaused(command.projection);
      if (state.isPaused) throw projectionControlRefusals.alreadyPaused();
      return [{ type: 'ProjectionPaused', data: {} }];
    case 'Resume':
      if (!state.isPaused) throw projectionControlRefusals.notPaused();
      return [{ type: 'ProjectionResumed', data: {} }];
    case 'SkipEvent': {
      const { version, position, failingAt } = command;
      const why = line(command.why);
      if (why === '') throw projectionControlRefusals.reasonRequired();
      if (isSkipped(state, version, position)) throw projectionControlRefusals.alreadySkipped(position);
      if (position !== failingAt) throw projectionControlRefusals.nothingToSkip(position, failingAt);
      return [{ type: 'EventSkipped', data: { version, position, why } }];
    }
    case 'RecordVerification':
      return decideVerification(command);
    default:
      return decideRebuild(command, state.rebuilds, (position) => isSkipped(state, command.version, position));
  }
}

function evolve(
  state: ProjectionControlState,
  event: EventWithMetadata<ProjectionControlEvent>,
): ProjectionControlState {
  switch (event.type) {
    case 'ProjectionPaused':
      state.isPaused = true;
      return state;
    case 'ProjectionResumed':
      state.isPaused = false;
      return state;
    case 'EventSkipped':
      state.skipped.push({ ...event.data, by: event.meta.actor, at: event.meta.at });
      return state;
    case 'ProjectionVerified':
    case 'VerificationEnded':
      state.verifications = evolveVerifications(state.verifications, event);
      return state;
    default:
      state.rebuilds = evolveRebuilds(state.rebuilds, event);
      return state;
  }
}

export const projectionControl = {
  category: projectionControlCategory,
  events: projectionControlEvents,
  initial: (): ProjectionControlState => ({ isPaused: false, skipped: [], rebuilds: [], verifications: [] }),
  decide,
  evolve,
  weight: ({ skipped, rebuilds, verifications }: ProjectionControlState): number =>
    1 + skipped.length + rebuilds.length + verifications.length,
};
