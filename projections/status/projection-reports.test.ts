import { expect, test } from 'vitest';
import { dishProjection } from '../../tests/support/dish-projection.ts';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { ProjectionControls } from '../control/projection-controls.ts';
import { MemoryReadModels } from '../read-models/memory/memory-read-models.ts';
import type { ProjectionStatus } from '../runner/projection-status.ts';
import { createProjectionReports } from './projection-reports.ts';

const { name, version } = dishProjection;

/** Reports on a projection with one event to fold. @param running what its runner in this process says */
async function openReports(running: Pick<ProjectionStatus, 'state' | 'lastError'>) {
  const log = new MemoryEventLog();
  const position = log.append('dish-a', 'DishServed', { dish: 'a' });
  const model = new MemoryReadModels().open(dishProjection);
  const status = { name, version, since: new Date(0), position: undefined, lagMs: undefined, ...running };
  const reports = createProjectionReports({
    log: { subscribe: log.subscribe.bind(log), readAll: async function* () {} },
    definitions: [dishProjection],
    open: () => model,
    controls: await ProjectionControls.read(log, [name]),
    running: () => [status],
    rebuilds: () => [],
  });
  return { model, position, report: () => reports.readOne(name) };
}

test('of a projection on standby, says what the read model shows that another process builds', async () => {
  const { model, position, report } = await openReports({ state: 'standby', lastError: undefined });
  expect(await report()).toMatchObject({ state: 'empty', lagEvents: 1 });
  await model.commit(undefined, position - 1n, []);
  expect(await report()).toMatchObject({ state: 'behind', lagEvents: 1 });
  await model.commit(position - 1n, position, []);
  expect(await report()).toMatchObject({ state: 'live', lagEvents: 0 });
});

test('of a projection that fails for a reason outside of the log, says what its runner says', async () => {
  const lastError = { message: 'The store is full', at: new Date(0), position: undefined };
  const { report } = await openReports({ state: 'failing', lastError });
  expect(await report()).toMatchObject({ state: 'failing', failingAt: undefined, error: 'The store is full' });
});
