import type { EventLog } from '../../server/core/event-log.ts';
import { filterOf, type Projection } from '../definitions/projection.ts';
import type { MemoryReadModel } from '../read-models/memory/memory-read-model.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { LocalFold } from '../runner/local-fold.ts';
import { type FindOptions, findSnapshot, type LogIdentity } from './find-snapshot.ts';

export interface MakeOptions extends FindOptions {
  /** A fixed state of the log: later events belong to the next snapshots. */
  readonly log: Pick<EventLog, 'subscribe' | 'head'> & LogIdentity;
  readonly definitions: readonly Projection[];
}

/**
 * Advances the existing snapshots to the end of the log. A projection that fails does not affect the others.
 * @throws AggregateError with the failures
 */
export async function makeSnapshots(options: MakeOptions): Promise<void> {
  const { folder, log, definitions } = options;
  const head = await log.head();
  const eventId = head === undefined ? undefined : log.idAt(head);
  if (head === undefined || eventId === undefined) return;

  const store = new MemoryReadModels();
  const make = async (projection: Projection): Promise<void> => {
    const { name, version } = projection;
    const model = store.open(projection);
    const before = await findSnapshot(options, projection);
    if (before) model.restore(before);
    await foldToEnd(log, projection, model);
    const position = String(await model.checkpoint());
    if (before?.head.position === position) return;
    await folder.write({ projection: { name, version }, position, eventId }, model.parts());
  };
  // In parallel, because projections at the same position share the log's reads.
  const results = await Promise.allSettled(definitions.map(make));
  const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  if (failures.length > 0) throw new AggregateError(failures, failures.map(String).join('; '));
}

async function foldToEnd(log: Pick<EventLog, 'subscribe'>, projection: Projection, model: MemoryReadModel) {
  const after = await model.checkpoint();
  const fold = new LocalFold(projection, model.local, after, () => {});
  const batches = log.subscribe({
    filter: filterOf(projection),
    signal: new AbortController().signal,
    ...(after !== undefined && { after }),
  });
  for await (const { events, position, positionId, caughtUp } of batches) {
    fold.apply(events, position, !caughtUp, positionId);
    if (caughtUp) return;
  }
}
