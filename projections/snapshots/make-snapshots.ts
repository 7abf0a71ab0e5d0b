import type { EventLog } from '../../server/core/event-log.ts';
import { filterOf, type Projection } from '../definitions/projection.ts';
import { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { type Controls, controlled } from '../runner/control.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { type FindOptions, findSnapshot } from './find-snapshot.ts';

export interface MakeOptions extends FindOptions {
  /** A fixed state of the log: later events belong to the next snapshots. */
  readonly log: Pick<EventLog, 'subscribe' | 'head'>;
  readonly definitions: readonly Projection[];
  readonly controls: Controls;
  /** Time after which the folding ends before the end of the log: the snapshots are then at the positions reached. */
  readonly limitMs?: number;
  /** Time between the snapshots of a projection on its way, which remain when this process is killed. */
  readonly intervalMs?: number;
}

const defaultIntervalMs = 20_000;

/**
 * Advances the existing snapshots to the end of the log. A projection that fails does not affect the others.
 * @throws AggregateError with the failures
 */
export async function makeSnapshots(options: MakeOptions): Promise<void> {
  const { log, definitions } = options;
  if ((await log.head()) === undefined) return;
  // In parallel, because projections at the same position share the log's reads.
  const results = await Promise.allSettled(definitions.map((projection) => makeSnapshot(options, projection)));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

async function makeSnapshot(options: MakeOptions, projection: Projection): Promise<void> {
  const { folder, controls, intervalMs = defaultIntervalMs } = options;
  const { name, version } = projection;
  // After a rebuild, nothing of the replaced generation goes into a snapshot.
  const key = { name, version, generation: controls.completedGeneration(projection) };
  const model = new MemoryReadModel(key);
  const before = await findSnapshot(options, key);
  if (before) model.restore(before);
  let written = before?.head.position;
  let writtenAt = performance.now();
  const write = async (): Promise<void> => {
    const { position = 0n, eventId } = (await model.resume()) ?? {};
    if (written === String(position) || eventId === undefined) return;
    written = String(position);
    await folder.write({ projection: key, position: written, eventId }, model.parts());
    writtenAt = performance.now();
  };
  const onFolded = async () => {
    if (performance.now() - writtenAt >= intervalMs) await write();
  };
  await fold(options, projection, model, onFolded);
  await write();
}

/** To the end of the log, if there is the time. */
async function fold(
  { log, controls, limitMs = Number.POSITIVE_INFINITY }: Pick<MakeOptions, 'log' | 'controls' | 'limitMs'>,
  projection: Projection,
  model: MemoryReadModel,
  onFolded: () => Promise<void>,
): Promise<void> {
  const control = controls.of(projection);
  // By the clock: a timer would not fire, because the loop does not wait for I/O.
  const endMs = performance.now() + limitMs;
  const after = await model.checkpoint();
  const folding = new LocalFold(projection, model.local, after, () => {});
  const batches = log.subscribe({
    filter: filterOf(projection),
    signal: new AbortController().signal,
    ...(after !== undefined && { after }),
  });
  for await (const batch of batches) {
    const { events, position, positionId, caughtUp, isPaused } = controlled(batch, control);
    folding.apply(events, position, positionId);
    if (caughtUp || isPaused || performance.now() >= endMs) return;
    await onFolded();
  }
}
