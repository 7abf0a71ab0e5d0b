import { expect, onTestFinished, test, vi } from 'vitest';
import { dishProjection } from '../../tests/support/dish-projection.ts';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { QuietLogger } from '../../tests/support/quiet-logger.ts';
import { until } from '../../tests/support/until.ts';
import { ProjectionControls } from './projection-controls.ts';

test('follows an older log, forgets the decisions that it lacks, and applies none twice', async () => {
  const log = new MemoryEventLog();
  const { name, version } = dishProjection;
  log.append(`projection-${name}`, 'EventSkipped', { version, position: '7', why: 'poisoned' }, 'mia');
  for (let n = 0; n < 5; n++) log.append('dish-a', 'DishLiked');
  log.append(`projection-${name}`, 'ProjectionPaused', {}, 'mia');
  const controls = await ProjectionControls.read(log, [name]);
  const head = await log.head();
  log.truncate(1);
  const control = controls.of(dishProjection);
  let changes = 0;
  control.listen(() => changes++);
  const onRebuilds = vi.fn();
  controls.listenToRebuilds(dishProjection, onRebuilds);
  controls.follow(log, head, new QuietLogger());
  onTestFinished(() => controls.stop());
  await until(() => changes > 0);
  expect([control.pausedAt, onRebuilds.mock.calls.length]).toEqual([undefined, 1]);
  log.append(`projection-${name}`, 'ProjectionPaused', {}, 'mia');
  await until(() => control.pausedAt !== undefined);
  expect(controls.stateOf(dishProjection).skipped).toHaveLength(1);
});
