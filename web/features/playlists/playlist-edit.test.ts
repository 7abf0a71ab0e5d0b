import { expect, test } from 'vitest';
import { editOf } from './playlist-edit.ts';
import type { PlaylistDraft } from './playlist-fields.tsx';

const recipe = (id: string) => ({ id, title: id, cuisine: 'Greek' });
const [ramen, pie, feta] = [recipe('ramen'), recipe('pie'), recipe('feta')];
const opened: PlaylistDraft = { name: 'Sunday', description: '', isPrivate: false, recipes: [ramen, pie] };
const ids = (...named: string[]) => named.map((id) => ({ id }));

test('an edit has only the fields that were changed', () => {
  expect(editOf({ ...opened, name: 'Slow Sunday' }, [opened])).toEqual({ name: 'Slow Sunday' });
  expect(editOf({ ...opened, isPrivate: true }, [opened])).toEqual({ isPrivate: true });
  expect(editOf({ ...opened, recipes: [ramen, pie, feta] }, [opened])).toEqual({
    recipes: ids('ramen', 'pie', 'feta'),
    shownRecipes: ids('ramen', 'pie'),
  });
  expect(editOf(opened, [opened])).toBeUndefined();
});

test('an edit that was tried before is sent as it was then', () => {
  const tried = { ...opened, name: 'Slow Sunday', recipes: [pie, feta] };
  expect(editOf(tried, [opened, tried])).toEqual(editOf(tried, [opened]));
});

test('what was tried and may be recorded can be taken back', () => {
  const tried = { ...opened, isPrivate: true, recipes: [ramen, feta] };
  expect(editOf(opened, [opened, tried])).toEqual({
    isPrivate: false,
    recipes: ids('ramen', 'pie'),
    // The pie is added again, and the feta is removed.
    shownRecipes: ids('ramen', 'feta'),
  });
});

test('an edit can be saved however often it was tried with other recipes', () => {
  const withRecipes = (prefix: string) => ({
    ...opened,
    recipes: Array.from({ length: 100 }, (_, n) => recipe(`${prefix}-${n}`)),
  });
  const [first, second, third] = [withRecipes('first'), withRecipes('second'), withRecipes('third')];
  const { recipes, shownRecipes } = editOf(opened, [first, second, third]) ?? {};
  expect(recipes).toEqual(ids('ramen', 'pie'));
  expect(shownRecipes).toEqual([...first.recipes, ...second.recipes].map(({ id }) => ({ id })));
});
