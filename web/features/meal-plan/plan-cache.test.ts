import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { MealPlan, PlannedRecipe } from '../../../server/core/contracts/meal-plan.ts';
import { withPending } from './pending.ts';
import {
  type CachedPlan,
  foldChange,
  foldRevised,
  foldSaved,
  fromAnswer,
  type ReadPlan,
  withSlot,
} from './plan-cache.ts';

const free = { Breakfast: null, Lunch: null, Dinner: null };
const nothing: MealPlan = {
  Monday: free,
  Tuesday: free,
  Wednesday: free,
  Thursday: free,
  Friday: free,
  Saturday: free,
  Sunday: free,
};
const recipe = (id: string): PlannedRecipe => ({ id, title: id });
const [ramen, pizza] = [recipe('ramen'), recipe('pizza')];
const dinner = (dish: PlannedRecipe | null) => ({ day: 'Monday', meal: 'Dinner', recipe: dish }) as const;
const lunch = (dish: PlannedRecipe | null) => ({ day: 'Friday', meal: 'Lunch', recipe: dish }) as const;
const read = (position: string, plan = nothing): ReadPlan => ({ plan, position, etag: `"at ${position}"` });

describe('what live messages tell', () => {
  test('is taken in once, and not when it is older than what is shown', () => {
    const cached = fromAnswer(read('5'));
    const told = foldChange(cached, { position: '6', changed: [dinner(ramen)] });
    expect(told.plan).toEqual(withSlot(nothing, dinner(ramen)));
    expect(foldChange(told, { position: '6', changed: [dinner(ramen)] })).toBe(told);
    expect(foldChange(told, { position: '5', changed: [dinner(pizza)] })).toBe(told);
    expect(foldChange(cached, { position: '4', changed: [dinner(pizza)] })).toBe(cached);
  });
  test('stays when an answer comes that does not include it yet', () => {
    const told = foldChange(fromAnswer(read('5')), { position: '9', changed: [dinner(ramen)] });
    const answered = fromAnswer(read('7', withSlot(nothing, lunch(pizza))), told);
    expect(answered.plan).toEqual([dinner(ramen), lunch(pizza)].reduce(withSlot, nothing));
    expect(fromAnswer(read('9'), answered).plan).toEqual(nothing);
  });
  test('is news where it differs from what is on the screen', () => {
    const witness = { at: 1_000, shows: ({ meal }: { meal: string }) => meal === 'Lunch' };
    const told = foldChange(fromAnswer(read('5')), { position: '6', changed: [dinner(ramen), lunch(pizza)] }, witness);
    expect(told.news).toEqual({ 'Monday Dinner': 1_000 });
  });
});

describe('what was saved', () => {
  test('is shown, and the next change is made of the answer', () => {
    const answer = read('8', [dinner(ramen), lunch(pizza)].reduce(withSlot, nothing));
    const saved = foldSaved(fromAnswer(read('5')), answer, dinner(ramen));
    // The other's change has its own message, with its own position.
    expect(saved.plan).toEqual(withSlot(nothing, dinner(ramen)));
    expect(saved.read).toBe(answer);
    expect(fromAnswer(read('6'), saved).read).toBe(answer);
  });
  test('is not what is shown where another set the slot just after it, recorded together with it', () => {
    const own = read('8', withSlot(nothing, dinner(ramen)));
    const message = { position: '8', changed: [dinner(pizza)] };
    const before = fromAnswer(read('5'));
    const shown = withSlot(nothing, dinner(pizza));
    expect(foldChange(foldSaved(before, own, dinner(ramen)), message).plan).toEqual(shown);
    expect(foldSaved(foldChange(before, message), own, dinner(ramen)).plan).toEqual(shown);
  });
});

test('a recipe that reads otherwise does so in every slot, and a change that is told later counts as before', () => {
  const renamed = { ...ramen, title: 'Shoyu Ramen with egg' };
  const cached = fromAnswer(read('5', [dinner(ramen), lunch(ramen)].reduce(withSlot, nothing)));
  const after = foldRevised(cached, renamed);
  expect(after.plan).toEqual([dinner(renamed), lunch(renamed)].reduce(withSlot, nothing));
  expect(foldRevised(after, renamed)).toBe(after);
  expect(foldRevised(cached, pizza)).toBe(cached);
  const changed = foldChange(after, { position: '6', changed: [dinner(pizza)] });
  expect(changed.plan).toEqual([dinner(pizza), lunch(renamed)].reduce(withSlot, nothing));
});

test('changes on their way are laid over the week that they are of, the last one uppermost', () => {
  const request = (week: string, dish: PlannedRecipe | null) => ({ ...dinner(dish), week, key: 'k' });
  const requests = [request('2026-11-16', ramen), request('2026-11-23', pizza), request('2026-11-16', pizza)];
  expect(withPending(nothing, '2026-11-16', requests)).toEqual(withSlot(nothing, dinner(pizza)));
});

test('in whichever order messages and an answer arrive, the end is the same', () => {
  const changes = fc.array(
    fc.record({ slot: fc.constantFrom(dinner, lunch), dish: fc.constantFrom(ramen, pizza, null) }),
    { minLength: 1, maxLength: 12, size: 'max' },
  );
  fc.assert(
    fc.property(changes, fc.nat(12), fc.nat(12), (happened, answeredAt, early) => {
      const slots = happened.map(({ slot, dish }) => slot(dish));
      const at = Math.min(answeredAt, slots.length);
      const message = (n: number, to: CachedPlan) => {
        const slot = slots[n];
        return slot ? foldChange(to, { position: String(10 + n), changed: [slot] }) : to;
      };
      const before = fromAnswer(read('9'));
      // Some messages are told before the answer, all of them in their order.
      const upTo = Math.min(early, slots.length);
      let cached = before;
      for (let n = 0; n < upTo; n++) cached = message(n, cached);
      cached = fromAnswer(read(String(9 + at), slots.slice(0, at).reduce(withSlot, nothing)), cached);
      for (let n = upTo; n < slots.length; n++) cached = message(n, cached);
      expect(cached.plan).toEqual(slots.reduce(withSlot, nothing));
    }),
  );
});

test('a change on its way is not laid over another week', () => {
  const elsewhere = { ...dinner(ramen), week: '2026-11-23', key: 'a' };
  expect(withPending(nothing, '2026-11-16', [elsewhere])).toEqual(nothing);
});

test('an answer that is older than what was read takes nothing back, neither the plan nor what the next change is made of', () => {
  const cached = fromAnswer(read('9', withSlot(nothing, dinner(ramen))), fromAnswer(read('5')));
  expect(fromAnswer(read('7', withSlot(nothing, dinner(pizza))), cached)).toBe(cached);
  const late = foldSaved(cached, read('7', withSlot(nothing, lunch(pizza))), lunch(pizza));
  expect(late.read).toBe(cached.read);
});

test.each([
  ['picture', { imageUrl: '/art/new.webp' }],
  ['cuisine', { cuisine: 'Korean' }],
])('a recipe that has another %s has it in its slots', (_, change) => {
  const cached = fromAnswer(read('5', withSlot(nothing, dinner(ramen))));
  expect(foldRevised(cached, { ...ramen, ...change }).plan).toEqual(withSlot(nothing, dinner({ ...ramen, ...change })));
});
