import { afterEach, expect, test } from 'vitest';
import { type RefusedChange, refusedChanges } from './refused-changes.ts';

const list = ['list', 'mia'];
const refused = (key: string, more: Partial<RefusedChange> = {}): RefusedChange => ({
  ...{ key, document: list, change: key, by: 'mia', at: 0, text: { verb: 'Add', what: key } },
  ...{ refusal: { code: 'FULL', reason: 'The list is full.', cause: key } },
  ...more,
});
const shown = () => refusedChanges.all().map(({ key, sequence }) => [key, sequence]);

afterEach(() => refusedChanges.remove(refusedChanges.all().map(({ key }) => key)));

test('a change of this page that another tab has stored is shown once', () => {
  refusedChanges.add([refused('milk'), refused('eggs'), refused('soup', { document: ['plan', 'mia'], sequence: 7 })]);
  refusedChanges.replaceStored(list, [refused('milk', { sequence: 1 })]);
  expect(shown()).toEqual([
    ['eggs', undefined],
    ['soup', 7],
    ['milk', 1],
  ]);
});

test('changes that no feature knows are shown once, however often they are read', () => {
  refusedChanges.add([refused('milk')]);
  for (let n = 0; n < 2; n++) refusedChanges.replaceUnknown([refused('pantry', { sequence: 3 })]);
  expect(shown()).toEqual([
    ['milk', undefined],
    ['pantry', 3],
  ]);
});
