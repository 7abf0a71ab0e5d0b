import { LogBehindCheckpoint } from '../../server/core/event-log.ts';
import { pause } from '../../server/core/timing/pause.ts';
import type { Projection } from '../definitions/projection.ts';
import { type Checkpoint, type ReadModel, versionedName } from '../read-models/read-model-store.ts';
import { FoldFailed } from '../runner/fold.ts';
import { assertInLog, type FollowedLog } from '../runner/log-steps.ts';
import { TimeSlice } from '../runner/time-slice.ts';
import { ModelComparison } from './compare-models.ts';
import type { Difference } from './difference.ts';
import { replay } from './replay.ts';
import { type IsSkipped, Shadow } from './shadow.ts';

export interface VerifiedModel {
  readonly definition: Projection;
  /** The model to check; it may change meanwhile. */
  readonly model: Pick<ReadModel, 'contents' | 'committed'>;
  readonly isSkipped?: IsSkipped;
}

export interface VerifyOptions {
  readonly log: FollowedLog;
  readonly models: readonly VerifiedModel[];
  readonly signal: AbortSignal;
  /** Called for each part of the log, with the position up to which it was read. */
  readonly onReplayed?: (position: bigint) => void;
}

export type Finding =
  | { readonly kind: 'difference'; readonly projection: string; readonly difference: Difference }
  | Verified;

/** A model was compared as a whole. */
export interface Verified {
  readonly kind: 'verified';
  readonly projection: string;
  /** Where the comparison ended; undefined for a model that nothing was committed to. */
  readonly position: bigint | undefined;
  /** Comparisons of documents and entries. Most items are compared from both sides. */
  readonly compared: number;
  readonly differences: number;
}

const sliceMs = 15;
const recheckMs = 500;

/** A model with the checkpoint that it had at the start, or why that checkpoint is wrong. */
interface Started extends VerifiedModel {
  readonly shadow: Shadow;
  readonly checkpoint: Checkpoint | undefined;
  problem?: string;
}

/**
 * Replays the log into a shadow of each model, reading and decoding it once for all, and compares each model with its
 * shadow. Works on models that change meanwhile; see `ModelComparison`. The shadows are kept in memory: about as much as
 * the models take themselves, for a log of a million events some 600 MB. Yields to the event loop every 15 ms.
 * @throws ReadModelWentBack, ReadModelUnavailable, EventLogUnavailable, and the signal's reason
 */
export async function* verifyReadModels(options: VerifyOptions): AsyncGenerator<Finding, void> {
  const { log, signal } = options;
  const slice = new TimeSlice(sliceMs);
  const started: Started[] = [];
  for (const verified of options.models) started.push(await start(verified, log, signal));
  const folding = started.filter(({ problem }) => problem === undefined);
  await replay(log, folding, { signal, slice, onReplayed: options.onReplayed });
  for (let next = started.shift(); next !== undefined; next = started.shift()) yield* compare(next, slice);
}

async function start(verified: VerifiedModel, log: FollowedLog, signal: AbortSignal): Promise<Started> {
  const { definition, model, isSkipped = () => false } = verified;
  // Rejects if the model is being cleared.
  await model.contents.smallIndexes([]);
  const shadow = new Shadow(definition, log, isSkipped, signal);
  return { ...verified, shadow, ...(await readCheckpoint(log, model, signal)) };
}

/** A node of the log may lag behind the one that the model was folded from: what it does not have is looked up twice. */
async function readCheckpoint(
  log: FollowedLog,
  model: VerifiedModel['model'],
  signal: AbortSignal,
): Promise<Pick<Started, 'checkpoint' | 'problem'>> {
  for (let isFirst = true; ; isFirst = false) {
    const checkpoint = await model.committed();
    try {
      if (checkpoint !== undefined) await assertInLog(log, checkpoint, signal);
      return { checkpoint };
    } catch (error) {
      if (!(error instanceof LogBehindCheckpoint)) throw error;
      if (!isFirst) return { checkpoint, problem: error.message };
      await pause(recheckMs, signal);
    }
  }
}

async function* compare({ definition, model, shadow, problem }: Started, slice: TimeSlice) {
  const projection = versionedName(definition);
  let differences = 0;
  const finding = (difference: Difference): Finding => {
    differences += 1;
    return { kind: 'difference', projection, difference };
  };
  const comparison = new ModelComparison(shadow, model.contents, slice);
  try {
    if (problem === undefined) {
      for await (const difference of comparison.differences()) yield finding(difference);
    } else yield finding({ kind: 'model', reason: problem });
  } catch (error) {
    if (!(error instanceof FoldFailed || error instanceof LogBehindCheckpoint)) throw error;
    yield finding({ kind: 'model', reason: error.message });
  } finally {
    shadow.close();
  }
  const { position } = shadow;
  yield { kind: 'verified', projection, position, compared: comparison.compared, differences } satisfies Verified;
}
