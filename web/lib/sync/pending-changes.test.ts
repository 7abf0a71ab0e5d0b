import { afterEach, describe, expect, test } from 'vitest';
import { formerIfSame, type PendingChange, pendingChanges } from './pending-changes.ts';

const pending = (key: string, more: Partial<PendingChange> = {}): PendingChange => ({
  key,
  document: ['list', 'mia'],
  change: key,
  by: 'mia',
  at: 0,
  text: { verb: 'Add', what: key },
  ...more,
});
const shown = [pending('milk'), pending('eggs')];

test('screens keep what they show while changes are stored and read again', () => {
  expect(formerIfSame(shown, [pending('milk', { sequence: 1 }), pending('eggs', { sequence: 2 })])).toBe(shown);
});

test.each([
  ['one more', [...shown, pending('salt')]],
  ['one less', shown.slice(1)],
  ['another order', shown.toReversed()],
  ['a response', [pending('milk', { response: { revision: '7' } }), pending('eggs')]],
  ['a response without a revision', [pending('milk', { response: { revision: null } }), pending('eggs')]],
])('screens show %s', (_, changed) => {
  expect(formerIfSame(shown, changed)).toBe(changed);
});

describe('the changes of a document', () => {
  const list = ['list', 'mia'];
  const waiting = () => pendingChanges.waitingOf(list).map(({ key }) => key);
  afterEach(() => pendingChanges.remove(list, () => true));

  test('that are stored come before those that are in this page only', () => {
    pendingChanges.append(list, [pending('salt')]);
    pendingChanges.replaceStored(list, [pending('milk', { sequence: 1 }), pending('eggs', { sequence: 2 })]);
    expect(waiting()).toEqual(['milk', 'eggs', 'salt']);
  });

  test('count as in this page only until each of them is stored', () => {
    pendingChanges.append(list, shown);
    pendingChanges.markStored(list, 'milk', 1);
    expect([waiting(), pendingChanges.unstoredCount()]).toEqual([['milk', 'eggs'], 1]);
  });
});
