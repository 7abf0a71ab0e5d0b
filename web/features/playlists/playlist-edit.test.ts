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
