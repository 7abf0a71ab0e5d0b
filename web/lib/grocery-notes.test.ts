import { expect, test } from 'vitest';
import { noteOf } from './grocery-notes.ts';

const [mia, sam] = [
  { uid: 'mia', name: 'Mia' },
  { uid: 'sam', name: 'Sam' },
];
const reader = { uid: 'mia', members: [mia, sam] };
type Line = Parameters<typeof noteOf>[0][0];
const line = (more: Partial<Line> = {}): Line => ({ amount: '', unit: '', ...more });
const textOf = (lines: Parameters<typeof noteOf>[0], as: Parameters<typeof noteOf>[1] = reader) =>
  noteOf(lines, as)?.text;

test('says who has checked it, or else its notes', () => {
  const noted = { note: 'Ripe', assignedTo: sam };
  expect(textOf([line({ ...noted, checkedBy: mia }), line({ checkedBy: sam }), line({ checkedBy: mia })])).toBe(
    'Checked by you and Sam',
  );
  expect(noteOf([line(noted)], reader)).toEqual({ text: 'Ripe', bringer: sam });
  expect(noteOf([line(noted), line()], reader)).toEqual({ text: 'Ripe' });
});

test('says who brings all of it or which part, but not a former member', () => {
  const litre = { amount: '1', unit: 'l' };
  expect(textOf([line({ assignedTo: mia }), line({ assignedTo: mia })])).toBe('You bring it');
  expect(textOf([line({ ...litre, assignedTo: sam }), line()])).toBe('Sam brings 1 l');
  expect(textOf([line({ assignedTo: sam }), line({ ...litre, assignedTo: mia })])).toBe(
    'Sam brings some, You bring 1 l',
  );
  const left = { uid: 'tom', name: 'Tom' };
  expect(textOf([line({ assignedTo: left })])).toBeUndefined();
  expect(textOf([line({ assignedTo: left })], { uid: 'mia' }), 'without the members').toBe('Tom brings it');
});

test('says otherwise for which recipe a single line is', () => {
  const forPie = line({ recipeTitle: 'Pie' });
  expect(noteOf([forPie], reader)).toEqual({ text: 'Pie', isRecipe: true });
  expect(noteOf([forPie, line()], reader)).toBeUndefined();
});
