import { expect, test, vi } from 'vitest';
import { AwaitedChanges } from './awaited-changes.ts';
import { pendingChanges } from './pending-changes.ts';

const [home, office] = [
  ['list', 'mia', 'home'],
  ['list', 'mia', 'office'],
];

test('a form waits until its change is sent, although another document is read whose changes are sent', async () => {
  const awaited = new AwaitedChanges();
  const { key } = pendingChanges.add(home, 'mia', 'milk', { verb: 'Add', what: 'milk' });
  const onSaved = vi.fn();
  const saved = awaited.wait(home, key, undefined).then(onSaved);
  awaited.settle(office);
  awaited.settle(home);
  await new Promise(setImmediate);
  expect(onSaved).not.toHaveBeenCalled();
  // Another tab has sent it.
  pendingChanges.remove(home, () => true);
  awaited.settle(home);
  await saved;
});
