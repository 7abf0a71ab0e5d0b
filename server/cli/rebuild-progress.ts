import { ProjectionControls } from '../../projections/control/projection-controls.ts';
import type { Projection } from '../../projections/definitions/projection.ts';
import type { ReadModelStore } from '../../projections/read-models/read-model-store.ts';
import type { Rebuild } from '../core/domain/projection-control/rebuilds.ts';
import { pause } from '../core/timing/pause.ts';
import type { CommandContext } from './command-context.ts';
import { CommandFailed, exitCodes } from './exit.ts';
import type { Progress } from './progress.ts';
import { readServerStatus, type ServerRebuild, type ServerStatus } from './server-status.ts';

/** How far a rebuild is. Positions are decimal strings. */
export interface RebuildPositions {
  /** Up to which the new generation is built; undefined before its first commit, or if that is not known here. */
  readonly position: string | undefined;
  /** Of the live read model; undefined before its first commit, or if that is not known here. */
  readonly target: string | undefined;
}

const pollMs = 250;
const idleMs = 5_000;

/** Shows the progress of the last rebuild until it has ended. @throws CommandFailed when it has not succeeded */
export async function waitForRebuild(context: CommandContext, definition: Projection): Promise<void> {
  const { output, signal } = context;
  const { name } = definition;
  const log = await context.openLogForReading();
  const store = context.config().readModels.kind === 'redis' ? await context.openReadModels() : undefined;
  const readPositions = async (last: Rebuild) =>
    store
      ? readStoredPositions(store, definition, last)
      : progressIn(await readServerStatus(context.config().controlSocket), last);
  const warnIfIdle = idleWarning(context, name);
  let progress: Progress | undefined;
  let from = 0;
  try {
    for (;;) {
      const last = (await ProjectionControls.read(log, [name])).lastRebuild(definition);
      if (last !== undefined && last.state !== 'running') {
        progress?.end();
        return await report(context, name, last);
      }
      const { position, target } = (last && (await readPositions(last))) ?? unknown;
      if (progress === undefined && target !== undefined) {
        from = Number(position ?? 0);
        progress = context.showProgress({ verb: 'Rebuilding', unit: 'positions', total: Number(target) - from });
      }
      progress?.update(Number(position ?? 0) - from);
      warnIfIdle(position !== undefined);
      await pause(pollMs, signal);
      if (signal.aborted) break;
    }
  } finally {
    progress?.end();
  }
  await output.text(`The rebuild of ${name} goes on: projections status shows how far it is, --cancel ends it`);
}

/** With EventStoreDB, this process cannot know whether any server runs. @returns called with whether one has begun */
function idleWarning({ warn }: CommandContext, name: string): (hasBegun: boolean) => void {
  const startedAtMs = performance.now();
  let isDone = false;
  return (hasBegun) => {
    if (isDone || (!hasBegun && performance.now() - startedAtMs < idleMs)) return;
    isDone = true;
    if (hasBegun) return;
    warn(
      `No server has begun the rebuild of ${name} yet. One with the role projections does, as soon as it runs; Ctrl-C` +
        ' ends only this command',
    );
  };
}

const unknown: RebuildPositions = { position: undefined, target: undefined };

async function report({ output }: CommandContext, name: string, { state, failure }: Rebuild): Promise<void> {
  if (state === 'cancelled') throw new CommandFailed(`The rebuild of ${name} was cancelled`);
  if (state === 'failed') {
    const what = failure?.error ?? 'an event cannot be folded';
    throw new CommandFailed(`The rebuild has failed, and the read model stays as it was: ${what}`, exitCodes.found);
  }
  await output.text(`The projection ${name} is rebuilt, and all readers have the new read model`);
}

/** From the running server, which has the read models in its memory; undefined if it does not work on the rebuild. */
export const progressIn = (server: ServerStatus | undefined, { generation }: Rebuild): ServerRebuild | undefined =>
  server?.rebuilds.find((one) => one.generation === generation);

export async function readStoredPositions(
  store: ReadModelStore,
  { name, version }: Projection,
  { generation }: Rebuild,
): Promise<RebuildPositions> {
  const [position, target] = await Promise.all([
    store.open({ name, version, generation }).position(),
    store.open({ name, version }).position(),
  ]);
  return { position: position?.toString(), target: target?.toString() };
}
