import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { TimeSlice } from './time-slice.ts';

test('other work runs between the slices of each two that have theirs at once', async () => {
  const turns: string[] = [];
  let isWorking = true;
  const other = (async () => {
    while (isWorking) {
      turns.push('other');
      await setImmediate();
    }
  })();
  const work = async (name: string) => {
    const slice = new TimeSlice(1);
    for (let n = 0; n < 5; n++) {
      const until = performance.now() + 2;
      while (performance.now() < until);
      turns.push(name);
      await slice.yieldIfUsedUp();
    }
  };
  await Promise.all(['a', 'b', 'c', 'd'].map(work));
  isWorking = false;
  await other;
  // The first slices begin at once.
  const later = turns.slice(turns.lastIndexOf('d', 5) + 1);
  expect(later.filter((turn) => turn !== 'other')).toHaveLength(16);
  expect(later.filter((turn, n) => turn !== 'other' && later[n + 1] !== 'other' && n < later.length - 1)).toEqual([]);
});
