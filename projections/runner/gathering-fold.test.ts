import { expect, test } from 'vitest';
import { dishProjection } from '../../tests/support/dish-projection.ts';
import { FaultyReadModels } from '../../tests/support/faulty-read-models.ts';
import type { ProjectedEvent } from '../definitions/projection.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import { ReadModelUnavailable } from '../read-models/read-model-store.ts';
import { BatchFold } from './batch-fold.ts';
import { GatheringFold } from './gathering-fold.ts';

const served = (dish: string, position: bigint): ProjectedEvent => ({
  type: 'DishServed',
  stream: `dish-${dish}`,
  revision: 0n,
  position,
  data: { dish, title: dish },
  meta: { actor: 'ann', at: '2026-11-20T10:00:00.000Z', schema: 1 },
});

test('commits nothing after a failed batch, so that no event is skipped', async () => {
  let commits = 0;
  const store = new FaultyReadModels(new MemoryReadModels(), () => (++commits === 1 ? 'refused' : 'made'));
  const model = store.open(dishProjection);
  const committed: bigint[] = [];
  const begin = () =>
    new GatheringFold(
      new BatchFold(dishProjection, model, { checkpoint: undefined, maxEvents: 1 }, ({ position }) =>
        committed.push(position),
      ),
    );
  const fold = begin();
  // Its commit is in progress while the next batch arrives.
  await fold.apply([served('a', 10n)], 10n, undefined, true);
  await expect(fold.apply([served('b', 20n)], 20n, undefined, false)).rejects.toThrow(ReadModelUnavailable);
  await fold.settle();
  expect([commits, await model.checkpoint(), committed]).toEqual([1, undefined, []]);

  // Like the follower, retry from the checkpoint with a new fold.
  await begin().apply([served('a', 10n), served('b', 20n)], 20n, undefined, false);
  expect(await model.load('dishes', ['a', 'b'])).toMatchObject([{ title: 'a' }, { title: 'b' }]);
});

test('commits small batches together while the log has more, of 64 batches at the latest', async () => {
  const committed: bigint[] = [];
  const model = new MemoryReadModels().open(dishProjection);
  const fold = new GatheringFold(
    new BatchFold(dishProjection, model, { checkpoint: undefined, maxEvents: 1_000 }, ({ position }) =>
      committed.push(position),
    ),
  );
  for (let n = 1n; n <= 100n; n++) await fold.apply([served(`dish-${n}`, n)], n, undefined, n < 100n);
  expect(committed).toEqual([64n, 100n]);
});
