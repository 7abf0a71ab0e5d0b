import type { ProjectionControls } from '../../projections/control/projection-controls.ts';
import { allProjections } from '../../projections/definitions/all.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { ProjectionReport } from '../../projections/status/projection-report.ts';
import { presentVerification } from '../audit/presenters.ts';
import type { Rebuild } from '../core/domain/projection-control/rebuilds.ts';
import { lastDifferent, lastVerification } from '../core/domain/projection-control/verifications.ts';
import type { CommandContext } from './command-context.ts';
import type { Column, Row } from './output.ts';
import { findProjection } from './projection-names.ts';
import { progressIn, type RebuildPositions, readStoredPositions } from './rebuild-progress.ts';
import type { ServerRebuild, ServerStatus } from './server-status.ts';

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

interface WithDecisions extends ProjectionReport {
  readonly rebuild: ShownRebuild | undefined;
  /** The last verification of this version. */
  readonly verified: ReturnType<typeof presentVerification> | undefined;
  /** The last one that found a difference. */
  readonly differed: ReturnType<typeof presentVerification> | undefined;
}

export async function withDecisions(
  context: CommandContext,
  controls: ProjectionControls,
  reports: readonly ProjectionReport[],
  server: ServerStatus | undefined,
): Promise<WithDecisions[]> {
  const store = context.config().readModels.kind === 'redis' ? await context.openReadModels() : undefined;
  const progressOf = async (definition: Projection, last: Rebuild) => {
    if (last.state !== 'running') return undefined;
    return store ? readStoredPositions(store, definition, last) : progressIn(server, last);
  };
  const found: WithDecisions[] = [];
  for (const report of reports) {
    const definition = findProjection(allProjections, report.name);
    const last = controls.lastRebuild(definition);
    const verifications = controls.verificationsOf(definition);
    const verified = lastVerification(verifications, definition.version);
    const differed = lastDifferent(verifications, definition.version);
    found.push({
      ...report,
      rebuild: last && shown(last, await progressOf(definition, last)),
      verified: verified && presentVerification(verified),
      differed: differed && presentVerification(differed),
    });
  }
  return found;
}

/** @param progress undefined unless it is running */
function shown(last: Rebuild, progress: Partial<ServerRebuild> | undefined): ShownRebuild {
  const { position, target, since, from } = progress ?? {};
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
