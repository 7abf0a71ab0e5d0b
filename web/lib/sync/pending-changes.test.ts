import { expect, test } from 'vitest';
import { formerIfSame, type PendingChange } from './pending-changes.ts';

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
