import { describe, expect, test } from 'vitest';
import type { HistoryEntry } from '../../../server/core/contracts/grocery-list.ts';
import { daysOf, linesOf, sentenceOf } from './history-lines.ts';

let revision = 100;
const entry = (did: HistoryEntry['did'], names: string[], more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  revision: String(revision--),
  changeId: `change-${revision}`,
  at: '2026-11-19T11:04:00.000Z',
  by: { uid: 'sam', name: 'Sam' },
  did,
  items: names.map((name) => ({ id: name, name })),
  canUndo: true,
  ...more,
});

/** The sentence of the first line, with its strong parts in asterisks. */
const said = (...entries: HistoryEntry[]): string => {
  const [line] = linesOf(entries);
  if (!line) throw new Error('No line');
  const listName = (id: string) => (id === 'party' ? 'Party' : undefined);
  return sentenceOf(line, listName)
    .map(({ text, isStrong }) => (isStrong ? `*${text}*` : text))
    .join('');
};

describe('a line of the history', () => {
  const potatoes = [{ id: 'p', name: 'Potatoes', amount: '9', unit: 'kg' }];
  const change = (...fields: NonNullable<HistoryEntry['fields']>) =>
    said(entry('changed', [], { items: potatoes, fields }));

  test('names the items, their quantity and their recipe', () => {
    const basil = { id: 'b', name: 'Basil', amount: '1', unit: 'bunch' };
    expect(said(entry('added', [], { items: [basil] }))).toBe('added *Basil*, 1 bunch');
    expect(said(entry('added', ['Salt', 'Oil']))).toBe('added *Salt* and *Oil*');
    expect(said(entry('checked', ['Milk', 'milk', 'Oil', 'Milk']))).toBe('checked *Milk* and *Oil*');
    expect(said(entry('checked', ['Salt', 'Oil', 'Rice']))).toBe('checked *Salt*, *Oil* and *Rice*');
    const fromRecipe = ['Eggs', 'Leek', 'Miso', 'Nori'].map((name) => ({ id: name, name, recipeTitle: 'Ramen' }));
    expect(said(entry('added', [], { items: fromRecipe }))).toBe('added *Eggs*, *Leek* and 2 more for Ramen');
    expect(said(entry('removed', ['Olives']))).toBe('removed *Olives*');
    expect(said(entry('cleared', ['Olives', 'Salt']))).toBe('cleared *2 items*');
    expect(said(entry('restored', ['Olives']))).toBe('put back *Olives*');
  });

  test('names what was taken back by undoing an addition', () => {
    const undoes = 'addition';
    expect(said(entry('removed', ['Olives'], { undoes }))).toBe('took back *Olives*');
    expect(said(entry('cleared', ['Olives', 'Salt'], { undoes }))).toBe('took back *Olives* and *Salt*');
    const both = { undoes, changeId: 'undo' };
    expect(said(entry('removed', ['Olives'], both), entry('removed', ['Salt'], both))).toBe(
      'took back *Olives* and *Salt*',
    );
  });

  test('says between which lists items were moved', () => {
    expect(said(entry('removed', ['Cake'], { movedTo: 'party' }))).toBe('moved *Cake* to Party');
    const takenBack = { takenBack: true } as const;
    expect(said(entry('removed', ['Feta'], takenBack))).toBe('took off *Feta*, no longer needed for its meal');
    expect(said(entry('removed', ['Feta', 'Salt'], takenBack))).toBe(
      'took off *Feta* and *Salt*, no longer needed for their meal',
    );
    expect(said(entry('restored', ['Cake'], { movedFrom: 'gone' }))).toBe('moved *Cake* here from another list');
  });

  test('says what was changed, with the quantity as a whole', () => {
    expect(change({ field: 'amount', from: '2', to: '9' })).toBe('changed *Potatoes* from 2 kg to 9 kg');
    expect(change({ field: 'amount', to: '9' }, { field: 'unit', to: 'kg' })).toBe('changed *Potatoes* to 9 kg');
    expect(change({ field: 'name', from: 'Potatos', to: 'Potatoes' })).toBe('renamed *Potatos* to *Potatoes*');
    expect(change({ field: 'note', from: '', to: 'The waxy ones' })).toBe('noted on *Potatoes*: The waxy ones');
    expect(change({ field: 'note', from: 'Waxy', to: '' })).toBe('removed the note of *Potatoes*');
    expect(change({ field: 'category', from: '', to: 'Market' })).toBe('put *Potatoes* under Market');
    expect(change({ field: 'assignedTo', from: '', to: 'Jo' })).toBe('noted that Jo brings *Potatoes*');
    expect(change({ field: 'note', from: '', to: 'Waxy' }, { field: 'category', from: '', to: 'Market' })).toBe(
      'changed *Potatoes*',
    );
  });

  test('stands for all that one change did, with one undo', () => {
    const changeId = 'clearing';
    const removed = [entry('removed', ['Oil'], { changeId }), entry('removed', ['Salt'], { changeId })];
    const lines = linesOf([entry('checked', ['Rice']), ...removed, entry('removed', ['Tea'])]);
    expect(lines.map(({ items }) => items.map(({ name }) => name))).toEqual([['Rice'], ['Salt', 'Oil'], ['Tea']]);
    expect(said(...removed)).toBe('cleared *2 items*');
    const both = linesOf([entry('checked', ['Tea'], { changeId }), entry('changed', ['Tea'], { changeId })]);
    expect(both.map(({ canUndo }) => canUndo)).toEqual([true, false]);
  });
});

test('an addition of what was on the list has no line', () => {
  expect(linesOf([entry('added', []), entry('checked', ['Tea'])]).map(({ did }) => did)).toEqual(['checked']);
});

test('lines are grouped by day', () => {
  const at = (year: number, month: number, day: number) => new Date(year, month - 1, day, 12).toISOString();
  const lines = linesOf(
    [at(2026, 11, 24), at(2026, 11, 24), at(2026, 11, 23), at(2026, 11, 18), at(2025, 12, 31)].map((time) =>
      entry('checked', ['Tea'], { at: time }),
    ),
  );
  const days = daysOf(lines, new Date(2026, 10, 24, 20));
  expect(days.map(({ name, lines: found }) => [name, found.length])).toEqual([
    ['Today', 2],
    ['Yesterday', 1],
    ['Wednesday 18 November', 1],
    ['Wednesday 31 December 2025', 1],
  ]);
});
