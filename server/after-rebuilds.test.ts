import { expect, onTestFinished, test, vi } from 'vitest';
import { ProjectionControls } from '../projections/control/projection-controls.ts';
import { allProjections } from '../projections/definitions/all.ts';
import { recipesProjection } from '../projections/definitions/recipes.ts';
import { MemoryEventLog } from '../tests/support/memory-event-log.ts';
import { QuietLogger } from '../tests/support/quiet-logger.ts';
import { until } from '../tests/support/until.ts';
import { discardAfterRebuilds } from './after-rebuilds.ts';
import { currentEdition } from './http/responses/sending.ts';

test('discards responses and the search index once another node has completed a rebuild of the recipes', async () => {
  const log = new MemoryEventLog();
  const controls = await ProjectionControls.start(log, allProjections, new QuietLogger());
  onTestFinished(() => controls.stop());
  const refill = vi.fn();
  const requestRefetch = vi.fn();
  discardAfterRebuilds({ controls, search: { refill }, requestRefetch });
  const { name, version } = recipesProjection;
  const before = currentEdition();
  const decide = (type: string) => log.append(`projection-${name}`, type, { version, generation: 'g1' });
  decide('RebuildRequested');
  await until(() => controls.lastRebuild(recipesProjection)?.state === 'running');
  expect([currentEdition(), refill.mock.calls.length, requestRefetch.mock.calls.length]).toEqual([before, 0, 0]);
  decide('RebuildCompleted');
  await until(() => requestRefetch.mock.calls.length > 0);
  expect(currentEdition()).not.toBe(before);
  expect(refill).toHaveBeenCalledOnce();
});
