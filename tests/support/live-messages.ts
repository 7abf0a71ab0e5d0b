/** Live messages without a network: folds batches as a runner does, and collects the messages for a browser. */
import fc from 'fast-check';
import type { ProjectedEvent, Projection } from '../../projections/definitions/projection.ts';
import { MemoryReadModels } from '../../projections/read-models/memory/memory-read-models.ts';
import type { ReadModel } from '../../projections/read-models/read-model-store.ts';
import { toApplied } from '../../projections/runner/applied-batch.ts';
import { BatchFold } from '../../projections/runner/batch-fold.ts';
import { type CommittedBatch, maxEvents } from '../../projections/runner/fold.ts';
import { LocalFold } from '../../projections/runner/local-fold.ts';
import type { LiveMessage } from '../../server/core/contracts/live.ts';
import { liveMessages } from '../../server/live/messages.ts';
import type { Room } from '../../server/live/rooms.ts';

type Apply = (events: readonly ProjectedEvent[], position: bigint) => Promise<void> | void;
type NewFold = (definition: Projection, model: ReadModel, onCommitted: (batch: CommittedBatch) => void) => Apply;

/** A runner chooses between these by the kind of its store. */
export const foldKinds: [kind: string, newFold: NewFold][] = [
  [
    'with a local store',
    (definition, { local }, onCommitted) => {
      if (local === undefined) throw new Error('The store is in another process');
      const fold = new LocalFold(definition, local, undefined, onCommitted);
      return (events, position) => fold.apply(events, position);
    },
  ],
  [
    'with a remote store',
    (definition, model, onCommitted) => {
      const fold = new BatchFold(definition, model, { checkpoint: undefined, maxEvents }, onCommitted);
      return (events, position) => fold.apply(events, position);
    },
  ],
];

/** The state after a batch, and the messages for that batch. */
export interface Moment<State> {
  readonly position: string;
  readonly state: State;
  readonly messages: readonly LiveMessage[];
}

/**
 * @param read reads the state; called after each batch
 * @param receives whether the reader receives the messages of a room
 */
export async function momentsOf<State>(
  newFold: NewFold,
  definition: Projection,
  batches: readonly (readonly ProjectedEvent[])[],
  read: (model: ReadModel) => Promise<State>,
  receives: (room: Room) => boolean,
): Promise<Moment<State>[]> {
  const model = new MemoryReadModels().open(definition);
  let messages: LiveMessage[] = [];
  const apply = newFold(definition, model, (committed) => {
    const addressed = liveMessages(toApplied(definition.name, committed));
    messages.push(...addressed.filter(({ room }) => receives(room)).map(({ message }) => message));
  });
  const moments: Moment<State>[] = [{ position: '0', state: await read(model), messages }];
  for (const batch of batches) {
    const position = batch.at(-1)?.position;
    if (position === undefined) continue;
    messages = [];
    await apply(batch, position);
    moments.push({ position: String(position), state: await read(model), messages });
  }
  return moments;
}

/** Sizes of batches, for `inBatches`. */
export const cuts = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 10, size: 'max' });

export function inBatches(events: readonly ProjectedEvent[], sizes: readonly number[]): ProjectedEvent[][] {
  const batches: ProjectedEvent[][] = [];
  let start = 0;
  for (const size of [...sizes, events.length]) {
    batches.push(events.slice(start, start + size));
    start += size;
  }
  return batches;
}
