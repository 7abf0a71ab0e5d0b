import type { EventLog } from '../../server/core/event-log.ts';
import { filterOf, type Projection } from '../definitions/projection.ts';
import { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { type Control, type Controls, controlled } from '../runner/control.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { type FindOptions, findSnapshot, type LogIdentity } from './find-snapshot.ts';

export interface MakeOptions extends FindOptions {
  /** A fixed state of the log: later events belong to the next snapshots. */
  readonly log: Pick<EventLog, 'subscribe' | 'head'> & LogIdentity;
  readonly definitions: readonly Projection[];
  readonly controls: Controls;
}

/**
 * Advances the existing snapshots to the end of the log. A projection that fails does not affect the others.
 * @throws AggregateError with the failures
 */
export async function makeSnapshots(options: MakeOptions): Promise<void> {
  const { folder, log, definitions, controls } = options;
  if ((await log.head()) === undefined) return;

  const make = async (projection: Projection): Promise<void> => {
    const { name, version } = projection;
    // After a rebuild, nothing of the replaced generation goes into a snapshot.
    const key = { name, version, generation: controls.completedGeneration(projection) };
    const model = new MemoryReadModel(key);
    const before = await findSnapshot(options, key);
    if (before) model.restore(before);
    await foldToEnd(log, projection, model, controls.of(projection));
    const { position = 0n, eventId = log.idAt(position) } = (await model.resume()) ?? {};
    if (before?.head.position === String(position) || eventId === undefined) return;
    await folder.write({ projection: key, position: String(position), eventId }, model.parts());
  };
  // In parallel, because projections at the same position share the log's reads.
  const results = await Promise.allSettled(definitions.map(make));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

async function foldToEnd(
  log: Pick<EventLog, 'subscribe'>,
  projection: Projection,
  model: MemoryReadModel,
  control: Control,
): Promise<void> {
  const after = await model.checkpoint();
  const fold = new LocalFold(projection, model.local, after, () => {});
  const batches = log.subscribe({
    filter: filterOf(projection),
    signal: new AbortController().signal,
    ...(after !== undefined && { after }),
  });
  for await (const batch of batches) {
    const { events, position, positionId, caughtUp, isPaused } = controlled(batch, control);
    fold.apply(events, position, !caughtUp, positionId);
    if (caughtUp || isPaused) return;
  }
}
