import type { Rebuild } from '../../server/core/domain/projection-control/rebuilds.ts';
import {
  lastDifferent,
  lastVerification,
  type RecordedVerification,
} from '../../server/core/domain/projection-control/verifications.ts';
import type { EventLog } from '../../server/core/event-log.ts';
import type { ProjectionControls } from '../control/projection-controls.ts';
import type { Projection } from '../definitions/projection.ts';
import type { ReadModel } from '../read-models/read-model-store.ts';
import type { RebuildStatus } from '../rebuild/keep-rebuilds.ts';
import type { ProjectionState, ProjectionStatus } from '../runner/projection-status.ts';
import { type ProjectionReport, reportOn } from './projection-report.ts';

/** A report, with the state that the runner of this process says. */
export interface RunningReport extends Omit<ProjectionReport, 'state'> {
  readonly state: ProjectionReport['state'] | ProjectionState;
  readonly rebuild: ReportedRebuild | undefined;
  /** The last verification of this version. */
  readonly verified: RecordedVerification | undefined;
  /** The last one that found a difference. */
  readonly differed: RecordedVerification | undefined;
}

/** The last rebuild, and up to where this process has built it. */
export interface ReportedRebuild extends Rebuild {
  readonly position: string | undefined;
}

export interface ReportsOptions {
  readonly log: Pick<EventLog, 'subscribe' | 'readAll'>;
  readonly definitions: readonly Projection[];
  readonly open: (definition: Projection) => Pick<ReadModel, 'resume' | 'load' | 'range'>;
  readonly controls: Pick<ProjectionControls, 'of' | 'stateOf' | 'lastRebuild' | 'verificationsOf'>;
  /** The projections that this process runs. */
  readonly running: () => readonly ProjectionStatus[];
  /** The rebuilds that this process works on. */
  readonly rebuilds: () => readonly RebuildStatus[];
}

export interface ProjectionReports {
  /**
   * Of all projections, whichever process runs them.
   * @param maxCounted where to stop counting the events that one has still to fold
   * @throws EventLogUnavailable, ReadModelUnavailable
   */
  read(maxCounted: number): Promise<RunningReport[]>;
  /** Undefined for an unknown name. @throws EventLogUnavailable, ReadModelUnavailable */
  readOne(name: string): Promise<RunningReport | undefined>;
  readonly names: readonly string[];
  /** Ends the reading. */
  close(): void;
}

/** What a process that serves the API reports of its projections, of those at the head of the log without reading it. */
export function createProjectionReports(options: ReportsOptions): ProjectionReports {
  const { log, definitions, open, controls, running, rebuilds } = options;
  const closing = new AbortController();

  function rebuildOf(definition: Projection): ReportedRebuild | undefined {
    const last = controls.lastRebuild(definition);
    const status = rebuilds().find(
      ({ name, generation }) => name === definition.name && generation === last?.generation,
    );
    return last && { ...last, position: status?.progress?.position };
  }

  async function reportOf(definition: Projection, maxCounted: number): Promise<RunningReport> {
    const { name, version } = definition;
    const { skipped } = controls.stateOf(definition);
    const verifications = controls.verificationsOf(definition);
    const decided = {
      rebuild: rebuildOf(definition),
      verified: lastVerification(verifications, version),
      differed: lastDifferent(verifications, version),
    };
    const status = running().find((one) => one.name === name && one.version === version);
    if (status?.state === 'live') {
      const nothing = { lagEvents: 0, hasMoreEvents: false, lagSeconds: 0, failingAt: undefined, error: undefined };
      return { name, version, state: 'live', position: status.position, ...nothing, skipped, ...decided };
    }
    const control = controls.of(definition);
    const { signal } = closing;
    const report = await reportOn(definition, open(definition), { log, control, skipped, signal, maxCounted });
    // On standby: another process runs it, and only the read model shows what that has done.
    if (status === undefined || status.state === 'standby') return { ...report, ...decided };
    return { ...report, ...decided, state: status.state, error: report.error ?? status.lastError?.message };
  }

  return {
    names: definitions.map(({ name }) => name),
    async read(maxCounted) {
      const reports: RunningReport[] = [];
      // One after another, so that reading the log delays no request for long.
      for (const definition of definitions) reports.push(await reportOf(definition, maxCounted));
      return reports;
    },
    async readOne(name) {
      const definition = definitions.find((one) => one.name === name);
      return definition && reportOf(definition, 1);
    },
    close: () => closing.abort(),
  };
}
