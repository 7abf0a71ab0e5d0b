import { expect, it } from 'vitest';
import { differingTexts, fieldText, isBookkeeping, labelOf, valueText } from './labels.ts';

const story = 'A squeeze of lemon at the end makes the difference. Do not skip the resting time.';

it('shows where long texts differ', () => {
  expect(differingTexts(story, story.replace('resting', 'cooling'))).toEqual([
    ...['…difference. Do not skip the resting time.', '…difference. Do not skip the cooling time.'],
  ]);
  const [from, to] = differingTexts(
    story,
    `${story} Keep it for three days in the fridge, and not a day longer than that.`,
  );
  expect([from, to]).toEqual([
    '…not skip the resting time.',
    '…not skip the resting time. Keep it for three days in the fri…',
  ]);
  expect(differingTexts(`No ${story}`, story)[1]).toMatch(/^A squeeze/);
});

it('shows short values as they are', () => {
  expect(differingTexts('4', '6')).toEqual(['4', '6']);
  expect(differingTexts(undefined, story)).toEqual(['–', `${story.slice(0, 60)}…`]);
});

it('shows times and switches in words', () => {
  expect(valueText('2024-10-08T20:46:20.544Z')).toMatch(/^8 Oct 2024, \d\d:\d\d$/);
  expect([valueText(true), valueText(false)]).toEqual(['yes', 'no']);
});

it('names an element without a name by the list that it is in', () => {
  const path = 'households/h/invitations/0199bb1c-c0a4-7a3c-8f0e-111111111111';
  expect(labelOf({ path, to: { usesLeft: 5 } }, { 'households/h': {} }).thing).toBe('Invitation 0199bb1c-c0a4…');
});

it('names a meal by its place in the week, and a field in words', () => {
  const id = '0199bb1c-c0a4-7a3c-8f0e-111111111111';
  const plan = { meals: [{ id, day: 'Sunday', meal: 'Breakfast', recipe: { title: 'Pancakes', cookingTime: 30 } }] };
  const label = labelOf({ path: `weeks/w/meals/${id}/recipe/cookingTime`, from: 15, to: 30 }, { 'weeks/w': plan });
  expect([label.thing, fieldText(label.field)]).toEqual(['Sunday, Breakfast', 'recipe cooking time']);
});

it('tells what users set from what comes with it', () => {
  const of = (...paths: string[]) => paths.filter((path) => isBookkeeping(`lists/mia/${path}`));
  expect(of('items/b/amount', 'name', 'items/b/checked', 'meals/m/day')).toEqual([]);
  const bookkeeping = ['revision', 'items/b/id', 'items/b/addedAt', 'items/b/addedBy/name', 'members/m/uid', 'ownerId'];
  expect(of(...bookkeeping)).toEqual(bookkeeping);
});
