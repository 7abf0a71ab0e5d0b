/**
 * Members of a household move items between its lists and close lists at the same time, in any order of the steps of their
 * requests, and processes fail between these steps.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rounds, SharedLists } from '../support/shared-lists.ts';
import { Spread } from '../support/spread.ts';

test('no item is lost when lists are moved and closed at the same time, and none is doubled unless one is closed', async () => {
  const spread = { moved: new Spread(), closed: new Spread(), failed: new Spread(), kept: new Spread() };
  let undisturbed = 0;
  await fc.assert(
    fc.asyncProperty(rounds, fc.boolean(), async (history, canClose) => {
      const lists = new SharedLists(canClose);
      for (const round of history) await lists.carryOut(round);
      const { onLists, unchangedOnLists } = await lists.outcome();
      expect(onLists).not.toContain(0);
      const { counts } = lists;
      if (counts.closed === 0 && counts.failed === 0) {
        expect(new Set(unchangedOnLists)).toEqual(new Set(unchangedOnLists.slice(0, 1).fill(1)));
        undisturbed++;
      }
      spread.kept.add(onLists.length);
      for (const name of ['moved', 'closed', 'failed'] as const) spread[name].add(counts[name]);
    }),
    { numRuns: 1_000 },
  );
  const { moved, closed, failed, kept } = spread;
  expect(moved.mean).toBeGreaterThan(4.5);
  expect(closed.mean).toBeGreaterThan(1.2);
  expect(failed.share(1)).toBeGreaterThan(0.3);
  expect(kept.mean).toBeGreaterThan(9);
  expect(undisturbed).toBeGreaterThan(180);
});
