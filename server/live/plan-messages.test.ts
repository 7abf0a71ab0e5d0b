import { describe, expect, test } from 'vitest';
import { batch, eventsOf, type GivenEvent, postId } from '../../tests/support/applied-batches.ts';
import { liveMessages } from './messages.ts';

describe('meal plans', () => {
  const planId = '0b6f1e5a-0000-7000-8000-00000000000b';
  const ramen = { id: postId, title: 'Ramen' };
  const onPlan = (type: string, week: string, day: string, changed: object): GivenEvent => [
    `mealPlan-${planId}`,
    type,
    { week, day, meal: 'Dinner', ...changed },
  ];
  const dinner = { id: 'a', day: 'Friday', meal: 'Dinner', recipe: ramen, note: null, servings: null };
  const out = { id: 'b', day: 'Friday', meal: 'Lunch', recipe: null, note: { title: 'Eating out' }, servings: null };

  test('sends each changed meal and slot once, by week, as the batch left it, to the room of the plan if it has members', () => {
    const happened = [
      onPlan('MealPlanned', '2026-11-16', 'Monday', { id: 'a', recipe: ramen }),
      onPlan('MealPlanned', '2026-11-16', 'Tuesday', { id: 'c', recipe: ramen }),
      onPlan('MealPlanned', '2026-11-23', 'Friday', { id: 'a', recipe: ramen }),
      onPlan('MealMoved', '2026-11-16', 'Friday', { id: 'a', from: { day: 'Monday', meal: 'Dinner' } }),
      onPlan('MealUnplanned', '2026-11-16', 'Tuesday', { id: 'c', recipe: ramen }),
    ];
    const documents = Object.fromEntries(
      ['2026-11-16', '2026-11-23'].map((week) => [`plans/${planId}:${week}`, { revision: 9, meals: [out, dinner] }]),
    );
    const onFriday = { day: 'Friday', meal: 'Dinner', recipe: ramen };
    const pushed = liveMessages(batch('meal-plan', eventsOf(7, happened), documents));
    expect(pushed.map(({ room, message }) => ({ room, ...message }))).toEqual([
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '11',
        planId,
        week: '2026-11-16',
        from: '5',
        revision: '9',
        meals: [dinner],
        removed: ['c'],
        changed: [
          { day: 'Monday', meal: 'Dinner', recipe: null },
          { day: 'Tuesday', meal: 'Dinner', recipe: null },
          onFriday,
        ],
      },
      {
        room: `plan:${planId}`,
        kind: 'plan.changed',
        position: '11',
        planId,
        week: '2026-11-23',
        from: '8',
        revision: '9',
        meals: [dinner],
        removed: [],
        changed: [onFriday],
      },
    ]);
    expect(liveMessages(batch('meal-plan', eventsOf(7, happened), documents), () => false)).toEqual([]);
  });
});
