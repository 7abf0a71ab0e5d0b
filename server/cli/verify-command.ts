import { type Command, Option } from 'commander';
import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import { versionedName } from '../../projections/read-models/read-model-store.ts';
import { readStoredModel } from '../../projections/snapshots/snapshot-models.ts';
import { isOfAnotherLog } from '../../projections/verify/is-of-another-log.ts';
import {
  type Finding,
  type Verified,
  type VerifiedModel,
  verifyReadModels,
} from '../../projections/verify/verify-read-models.ts';
import { itemOf } from '../audit/presenters.ts';
import type { EventLog, ReadableLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import { type Column, countOf, type Row } from './output.ts';
import { findProjection } from './projection-names.ts';
import { recordResults } from './record-results.ts';
import { startInServer, verifyInServer } from './verify-in-server.ts';
import { verifySeals } from './verify-seals.ts';

/** `potluck audit verify`. @param audit the command `audit` */
export function addVerifyCommand(audit: Command, context: CommandContext): void {
  audit
    .command('verify')
    .description(
      'replay the log and compare every document and index entry of the read models; ' +
        'with read models in memory, those of the running server and of the snapshots in DATA_DIR. ' +
        'Then read the whole log, and compare it with its seals',
    )
    .addOption(new Option('--projection <name>', 'only this one, without the seals').conflicts('seals'))
    .option('--seals', 'only the log and its seals')
    .action(async ({ projection, seals }: VerifyOptions) => {
      const differences = seals ? 0 : await verify(context, projection);
      const broken = projection === undefined ? await verifySeals(context) : undefined;
      const found = [
        ...(differences > 0 ? [`Found ${countOf(differences, 'difference')}: rebuild what differs`] : []),
        ...(broken === undefined ? [] : [broken]),
      ];
      if (found.length > 0) throw new CommandFailed(found.join('. '), exitCodes.found);
    });
}

interface VerifyOptions {
  readonly projection?: string;
  readonly seals?: true;
}

const place: Column = { key: 'in', title: 'in', width: 8 };

const columns: readonly Column[] = [
  { key: 'projection', title: 'projection', width: 18 },
  place,
  { key: 'item', title: 'item', width: 60 },
  { key: 'expected', title: 'expected', width: 40 },
  { key: 'actual', title: 'actual', width: 40 },
];

const summaryColumns: readonly Column[] = [
  { key: 'projection', title: 'verified', width: 18 },
  place,
  { key: 'position', title: 'position', width: 14, align: 'right' },
  { key: 'compared', title: 'comparisons', width: 14, align: 'right' },
  { key: 'differences', title: 'differences', width: 11, align: 'right' },
];

const serversElsewhere =
  'No server runs on this machine. Servers on other machines verify what is in their memory by the API';

const unusable = { kind: 'verified', position: undefined, compared: 0, differences: 1 } as const;

/** @returns the number of differences */
async function verify(context: CommandContext, name: string | undefined): Promise<number> {
  const { output, signal } = context;
  const { eventLog, readModels } = context.config();
  const isStored = readModels.kind === 'memory';
  const definitions = name === undefined ? allProjections : [findProjection(allProjections, name)];
  const log = await context.openLogForReading();
  const head = await log.head();
  const controls = await ProjectionControls.read(
    log,
    allProjections.map((one) => one.name),
  );
  const { models, damaged } = isStored
    ? await storedModels(context, log, definitions, controls)
    : await liveModels(context, definitions, controls);
  const inServer = isStored ? await startInServer(context, name) : undefined;
  if (isStored && !inServer && eventLog.kind !== 'sqlite') await output.text(serversElsewhere);
  const progress = context.showProgress({ verb: 'Replaying', unit: 'positions', total: Number(head ?? 0n) });
  const onReplayed = (position: bigint) => progress.update(Number(position));
  // A snapshot that cannot be used is a result, too.
  const verified: Verified[] = damaged.map(({ projection }) => ({ ...unusable, projection }));
  const unbuilt: string[] = [];
  const findings = async function* (): AsyncGenerator<Row> {
    yield* damaged.map((one) => toRow(one, isStored));
    if (inServer) yield* verifyInServer(inServer, onReplayed);
    for await (const finding of verifyReadModels({ log, models, signal, onReplayed })) {
      progress.end();
      if (isUnbuilt(finding)) {
        unbuilt.push(finding.projection);
        continue;
      }
      if (finding.kind === 'verified') verified.push(finding);
      yield toRow(finding, isStored);
    }
  };
  const summaries: Row[] = [];
  const differences = async function* (): AsyncGenerator<Row> {
    for await (const row of findings()) {
      if (row.kind === 'verified') summaries.push(row);
      else yield row;
    }
  };
  const count = await output.rows(columns, differences()).finally(() => progress.end());
  await output.rows(summaryColumns, summaries);
  if (unbuilt.length > 0)
    await output.text(`Not built yet, so a server builds them from the log: ${unbuilt.join(', ')}`);
  await recordResults(context, isStored ? 'snapshot' : 'live', verified);
  return count;
}

/** Nothing was committed to it: there is nothing to verify. */
const isUnbuilt = (finding: Finding): boolean =>
  finding.kind === 'verified' && finding.position === undefined && finding.differences === 0;

interface Found {
  readonly models: readonly VerifiedModel[];
  /** What is wrong with those that cannot be read. */
  readonly damaged: readonly Finding[];
}

async function liveModels(
  context: CommandContext,
  definitions: readonly Projection[],
  controls: ProjectionControls,
): Promise<Found> {
  const store = await context.openReadModels();
  const models = definitions.map((definition) => ({
    definition,
    model: store.open(definition),
    isSkipped: controls.of(definition).isSkipped,
  }));
  return { models, damaged: [] };
}

/** The embedded store exists only in the server. Its snapshots are what a start continues from. */
async function storedModels(
  context: CommandContext,
  log: Pick<EventLog & ReadableLog, 'head' | 'subscribe'>,
  definitions: readonly Projection[],
  controls: ProjectionControls,
): Promise<Found> {
  const { readModels, dataDir } = context.config();
  if (readModels.kind !== 'memory') return { models: [], damaged: [] };
  const stored = await Promise.all(
    definitions.map((definition) =>
      readStoredModel(readModels.snapshots, definition, controls.completedGeneration(definition)),
    ),
  );
  await context.output.text(`Verifying the snapshots in ${dataDir}, which the next start continues from`);
  const missing = stored.filter(({ model, problem }) => model === undefined && problem === undefined);
  if (missing.length > 0) {
    const names = missing.map(({ definition }) => definition.name).join(', ');
    await context.output.text(`No snapshot yet, so a start builds them from the log: ${names}`);
  }
  const models: VerifiedModel[] = [];
  const foreign: string[] = [];
  for (const { definition, model } of stored) {
    if (!model) continue;
    if (await isOfAnotherLog(log, model, context.signal)) foreign.push(definition.name);
    else models.push({ definition, model, isSkipped: controls.of(definition).isSkipped });
  }
  if (foreign.length > 0) {
    await context.output.text(`Of another log, so a start builds them from this one: ${foreign.join(', ')}`);
  }
  const damaged = stored.flatMap(({ definition, problem }) =>
    problem === undefined ? [] : [damagedModel(definition, problem)],
  );
  return { models, damaged };
}

const damagedModel = (definition: Projection, reason: string): Finding => ({
  kind: 'difference',
  projection: versionedName(definition),
  difference: { kind: 'model', reason },
});

/** The server marks its own. */
function toRow(finding: Finding, isStored: boolean): Row {
  const mark = isStored && { in: 'snapshot' };
  if (finding.kind === 'verified') return { ...finding, position: finding.position?.toString(), ...mark };
  const { projection, difference } = finding;
  return { projection, item: itemOf(difference), ...difference, ...mark };
}
