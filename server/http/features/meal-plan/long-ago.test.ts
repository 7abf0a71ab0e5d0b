import { expect, test } from 'vitest';
import { type DatedWeek, plannedLongAgo, weeksToRead } from './long-ago.ts';

const week = (monday: string, ...dishes: ['Monday' | 'Sunday', string][]): DatedWeek => ({
  week: monday,
  meals: dishes.map(([day, id], n) => ({
    ...{ id: `${monday}-${n}`, day, meal: 'Dinner' as const, note: null, servings: null },
    recipe: { id, title: id },
  })),
});

test('proposes what was planned often, but neither lately nor again', () => {
  const weeks = [
    week('2026-11-30', ['Monday', 'ramen']),
    week('2026-10-12', ['Sunday', 'salad'], ['Monday', 'pie']),
    week('2026-08-03', ['Monday', 'ramen'], ['Monday', 'pizza'], ['Sunday', 'pie']),
    week('2026-07-06', ['Monday', 'salad'], ['Sunday', 'feta']),
  ];
  expect(plannedLongAgo(weeks, '2026-11-26')).toEqual([
    { recipeId: 'pie', lastPlanned: '2026-10-12' },
    { recipeId: 'feta', lastPlanned: '2026-07-12' },
    { recipeId: 'pizza', lastPlanned: '2026-08-03' },
  ]);
});

test('reads half a year, with the next week', () => {
  const weeks = weeksToRead('2026-11-23');
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([28, '2026-11-30', '2026-05-25']);
});
