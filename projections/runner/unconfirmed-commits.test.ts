import { expect, test } from 'vitest';
import { UnconfirmedCommits } from './unconfirmed-commits.ts';

test('the last commit that the checkpoint has reached is in the read model, with the events of the earlier ones', () => {
  const commits = new UnconfirmedCommits();
  const batches = [10n, 20n, 30n].map((position) => ({ events: [], writes: [], position }));
  for (const batch of batches) commits.add(batch);
  expect([undefined, 9n, 10n, 29n, 30n].map((checkpoint) => commits.reachedBy(checkpoint)?.position)).toEqual([
    ...[undefined, undefined, 10n, 20n, 30n],
  ]);
  commits.clear();
  expect(commits.reachedBy(30n)).toBeUndefined();
});
