import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import type { ProjectionReport } from '../../projections/status/projection-report.ts';
import type { Rebuild } from '../core/domain/projection-control/rebuilds.ts';
import type { ReadableLog } from '../core/event-log.ts';
import type { CommandContext } from './command-context.ts';
import type { Column, Row } from './output.ts';
import { type RebuildPositions, readPositions } from './rebuild-progress.ts';
import type { ServerStatus } from './server-status.ts';

export const rebuildColumns: readonly Column[] = [
  { key: 'name', title: 'rebuild of', width: 15 },
  { key: 'state', title: 'state', width: 9 },
  { key: 'position', title: 'position', width: 12, align: 'right' },
  { key: 'target', title: 'of', width: 12, align: 'right' },
  { key: 'left', title: 'left', width: 8, align: 'right' },
  { key: 'at', title: 'requested at', width: 24 },
  { key: 'by', title: 'by', width: 20 },
  { key: 'error', title: 'error', width: 40 },
];

/** The last rebuild of a projection. Positions and progress are known while it runs. */
export interface ShownRebuild extends Rebuild, RebuildPositions {
  /** Positions per second, and the time left at this rate; undefined if this is not known here. */
  readonly rate: number | undefined;
  readonly secondsLeft: number | undefined;
}

type WithRebuild = ProjectionReport & { readonly rebuild: ShownRebuild | undefined };

export async function withRebuilds(
  context: CommandContext,
  log: ReadableLog,
  reports: readonly ProjectionReport[],
  server: ServerStatus | undefined,
): Promise<WithRebuild[]> {
  const names = allProjections.map(({ name }) => name);
  const controls = await ProjectionControls.read(log, names);
  const store = context.config().readModels.kind === 'redis' ? await context.openReadModels() : undefined;
  const found: WithRebuild[] = [];
  for (const report of reports) {
    const definition = allProjections.find(({ name }) => name === report.name);
    const last = definition && controls.lastRebuild(definition);
    const positions =
      last?.state === 'running' && definition ? await readPositions(context, store, definition, last) : undefined;
    found.push({ ...report, rebuild: last && shown(last, positions, server) });
  }
  return found;
}

function shown(last: Rebuild, positions: RebuildPositions | undefined, server: ServerStatus | undefined): ShownRebuild {
  const { position, target } = positions ?? {};
  const { since, from } = server?.rebuilds.find(({ generation }) => generation === last.generation) ?? {};
  const seconds = since === undefined ? undefined : (Date.now() - Date.parse(since)) / 1_000;
  const rate =
    seconds === undefined || position === undefined
      ? undefined
      : Math.round((Number(position) - Number(from ?? 0)) / seconds);
  const secondsLeft = rate ? Math.ceil((Number(target ?? 0) - Number(position)) / rate) : undefined;
  return { ...last, position, target, rate, secondsLeft };
}

export const rebuildRow = (name: string, { failure, secondsLeft, ...rebuild }: ShownRebuild): Row => ({
  name,
  ...rebuild,
  position: rebuild.position ?? failure?.position,
  left: secondsLeft === undefined ? undefined : `${secondsLeft} s`,
  error: failure?.error,
});
