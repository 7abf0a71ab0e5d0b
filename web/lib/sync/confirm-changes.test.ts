import { expect, test, vi } from 'vitest';
import { confirmChanges } from './confirm-changes.ts';
import { documentKeys } from './document-keys.ts';
import { pendingChanges } from './pending-changes.ts';

vi.mock('../live.ts', () => ({ isLive: () => false, onLive: () => () => undefined }));

const list = ['list', 'mia'];

test('after a fetch, changes without a revision are forgotten, and others only once the document includes them', () => {
  vi.stubGlobal('reportError', () => undefined);
  const [milk, eggs] = ['milk', 'eggs'].map((what) => pendingChanges.add(list, 'mia', what, { verb: 'Add', what }));
  if (milk) pendingChanges.answer(milk, null);
  if (eggs) pendingChanges.answer(eggs, '8');
  const documents = { cached: () => [{ revision: '7' }], fetchAgain: async () => undefined };
  confirmChanges(documentKeys<readonly [uid: string]>(['list']), documents, undefined).beginFetch(['mia'])();
  expect(pendingChanges.of(list).map(({ change }) => change)).toEqual(['eggs']);
  pendingChanges.remove(list, () => true);
});

test('of changes that were sent together, all are forgotten once the document includes the last one', async () => {
  let document = { revision: '6' };
  const fetchAgain = async () => {
    document = { revision: '7' };
  };
  const changes = ['milk', 'eggs'].map((what) => pendingChanges.add(list, 'mia', what, { verb: 'Add', what }));
  for (const [n, change] of changes.entries()) pendingChanges.answer(change, String(6 + n));
  const keys = documentKeys<readonly [uid: string]>(['list']);
  await confirmChanges(keys, { cached: () => [document], fetchAgain }, undefined).confirm(list, changes);
  expect([document.revision, pendingChanges.of(list)]).toEqual(['7', []]);
});
