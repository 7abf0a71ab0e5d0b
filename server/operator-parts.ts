/** What the calls of operators use, beside what the application has anyway. */
import type { ProjectionControls } from '../projections/control/projection-controls.ts';
import { allProjections } from '../projections/definitions/all.ts';
import type { ReadModelStore } from '../projections/read-models/read-model-store.ts';
import type { RebuildStatus } from '../projections/rebuild/keep-rebuilds.ts';
import type { ProjectionStatus } from '../projections/runner/projection-status.ts';
import { createProjectionReports, type ProjectionReports } from '../projections/status/projection-reports.ts';
import { type EventSearch, openEventSearch } from './audit/event-search.ts';
import { type PublishedSeals, publishedSeals } from './audit/seals/seal-folder.ts';
import { Verifications, type VerificationsOptions } from './audit/verifications.ts';
import type { ReadableLog } from './core/event-log.ts';
import type { Logger } from './core/logger.ts';
import { Samples } from './http/features/overview/samples.ts';

export interface OperatorParts {
  readonly log: ReadableLog;
  readonly events: EventSearch;
  readonly seals: PublishedSeals;
  readonly reports: ProjectionReports;
  readonly verifications: Verifications;
  readonly samples: Samples;
}

export interface OperatorOptions {
  readonly log: ReadableLog;
  readonly store: Pick<ReadModelStore, 'open'>;
  readonly controls: ProjectionControls;
  /** The projections that this process runs. */
  readonly running: () => readonly ProjectionStatus[];
  /** The rebuilds that it works on. */
  readonly rebuilds: () => readonly RebuildStatus[];
  /** The index of the log. */
  readonly auditIndex: string;
  /** Whether this process keeps the index up to date. */
  readonly keepsIndex: boolean;
  /** The folder of the seals. */
  readonly seals: string;
  /** Records the result of a verification. */
  readonly record: VerificationsOptions['record'];
  /** Open live connections of this process. */
  readonly connections: () => number;
  readonly logger: Logger;
}

export function openOperatorParts(options: OperatorOptions): OperatorParts & { close(): Promise<void> } {
  const { log, store, controls, running, rebuilds, auditIndex, keepsIndex, seals, record, connections, logger } =
    options;
  const events = openEventSearch(log, auditIndex);
  const open = store.open.bind(store);
  const reports = createProjectionReports({ log, definitions: allProjections, open, controls, running, rebuilds });
  const verifications = new Verifications({ log, open, controls, seals, record, logger });
  const countEvents = (since: Date, until: Date) => (keepsIndex ? events.count(since, until) : undefined);
  const samples = new Samples({ reports, connections, countEvents });
  return {
    log,
    events,
    seals: publishedSeals(seals),
    reports,
    verifications,
    samples,
    close: async () => {
      samples.stop();
      reports.close();
      await verifications.close();
      await events.close();
    },
  };
}
