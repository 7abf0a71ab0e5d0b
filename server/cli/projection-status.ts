import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModel } from '../../projections/read-models/memory/memory-read-model.ts';
import { readStoredModel } from '../../projections/snapshots/snapshot-models.ts';
import {
  type ProjectionReport,
  type ReportOptions,
  reportOn,
  reportOnServed,
  reportOnStored,
} from '../../projections/status/projection-report.ts';
import type { ReadableLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import type { Column } from './output.ts';
import { rebuildColumns, rebuildRow, withDecisions } from './rebuild-status.ts';
import { readServerStatus, type ServerProjection, type ServerStatus } from './server-status.ts';

const columns: readonly Column[] = [
  { key: 'name', title: 'projection', width: 15 },
  { key: 'version', title: 'version', width: 7, align: 'right' },
  { key: 'position', title: 'position', width: 12, align: 'right' },
  { key: 'lagEvents', title: 'lag, events', width: 11, align: 'right' },
  { key: 'lagSeconds', title: 'lag, s', width: 12, align: 'right' },
  { key: 'state', title: 'state', width: 11 },
  { key: 'error', title: 'error', width: 40 },
];

const skippedColumns: readonly Column[] = [
  { key: 'name', title: 'skipped by', width: 15 },
  { key: 'version', title: 'version', width: 7, align: 'right' },
  { key: 'position', title: 'position', width: 12, align: 'right' },
  { key: 'at', title: 'at', width: 24 },
  { key: 'by', title: 'by', width: 20 },
  { key: 'why', title: 'why', width: 40 },
];

const verifiedColumns: readonly Column[] = [
  { key: 'name', title: 'verified', width: 15 },
  { key: 'at', title: 'at', width: 24 },
  { key: 'by', title: 'by', width: 20 },
  { key: 'of', title: 'of', width: 8 },
  { key: 'position', title: 'position', width: 12, align: 'right' },
  { key: 'differences', title: 'differences', width: 11, align: 'right' },
];

/** Prints all projections; with `--json`, each with its last rebuild and verifications, and its skipped events. */
export async function showStatus(context: CommandContext): Promise<void> {
  const { output } = context;
  const { readModels, controlSocket } = context.config();
  const server = readModels.kind === 'memory' ? await readServerStatus(controlSocket) : undefined;
  const log = await context.openLogForReading();
  const controls = await readControls(log);
  const read = await readReports(context, log, controls, allProjections, server);
  const reports = await withDecisions(context, controls, read, server);
  const rows = reports.map((report) => ({ ...report, ...serverPart(server, report) }));
  await output.text(sourceOf(context, server));
  await output.rows(columns, rows);
  if (output.isJson) return;
  await output.rows(
    rebuildColumns,
    reports.flatMap(({ name, rebuild }) => (rebuild ? [rebuildRow(name, rebuild)] : [])),
  );
  await output.rows(verifiedColumns, reports.flatMap(verificationRows));
  const skipped = reports.flatMap(({ name, skipped }) => skipped.map((event) => ({ name, ...event })));
  await output.rows(skippedColumns, skipped);
}

/** The last verification, and the last one that found a difference, if that is another one. */
const verificationRows = ({ name, verified, differed }: Awaited<ReturnType<typeof withDecisions>>[number]) =>
  [verified, differed?.at === verified?.at ? undefined : differed].flatMap((one) => (one ? [{ name, ...one }] : []));

/** What operators have decided about all projections. */
export const readControls = (log: ReadableLog): Promise<ProjectionControls> =>
  ProjectionControls.read(
    log,
    allProjections.map(({ name }) => name),
  );

/**
 * From the store or, if that is in memory, from the server that has it; without one, from the snapshots that a start
 * continues from.
 */
export async function readReports(
  context: CommandContext,
  log: ReadableLog,
  controls: ProjectionControls,
  definitions: readonly Projection[],
  server?: ServerStatus,
): Promise<ProjectionReport[]> {
  const { readModels } = context.config();
  const { signal } = context;
  const optionsFor = (definition: Projection): ReportOptions => ({
    log,
    signal,
    control: controls.of(definition),
    skipped: controls.stateOf(definition).skipped,
  });
  // In parallel: those at the same position share one subscription to EventStoreDB.
  if (readModels.kind === 'redis') {
    const store = await context.openReadModels();
    return Promise.all(definitions.map((one) => reportOn(one, store.open(one), optionsFor(one))));
  }
  const read = async (definition: Projection): Promise<ProjectionReport> => {
    const options = optionsFor(definition);
    const served = servedBy(server, definition);
    if (served) return reportOnServed(definition, { position: served.position, failed: failureOf(served) }, options);
    const stored = await readStoredModel(readModels.snapshots, definition, controls.completedGeneration(definition));
    return reportOnStored(definition, stored.model ?? new MemoryReadModel(definition), options);
  };
  return Promise.all(definitions.map(read));
}

const servedBy = (server: ServerStatus | undefined, { name, version }: Pick<Projection, 'name' | 'version'>) =>
  server?.projections.find((one) => one.name === name && one.version === version);

/** An error that it has recovered from is before its position. */
function failureOf({ position = 0n, error, errorAt = 0n }: ServerProjection) {
  return error !== undefined && errorAt > position ? { position: errorAt, message: error } : undefined;
}

/** The state that the running server reports takes precedence: only it knows whether it goes on. */
function serverPart(server: ServerStatus | undefined, report: ProjectionReport) {
  const shown = servedBy(server, report);
  if (shown === undefined) return undefined;
  const { state, error } = shown;
  return {
    ...{ state, error: state === 'live' ? undefined : error },
    ...(state === 'live' && { lagEvents: 0, lagSeconds: 0, hasMoreEvents: false, failingAt: undefined }),
  };
}

function sourceOf(context: CommandContext, server: ServerStatus | undefined): string {
  const { readModels, dataDir } = context.config();
  if (readModels.kind === 'redis') return `From Redis at ${readModels.target.description}`;
  if (server !== undefined) return 'From the running server';
  return `No server runs on this machine: from the snapshots in ${dataDir}, which the next start continues from`;
}
