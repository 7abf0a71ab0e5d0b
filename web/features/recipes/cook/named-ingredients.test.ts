import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ingredientsOf } from './named-ingredients.ts';

const ramen = [
  'Ramen noodles',
  'Chicken stock',
  'Soy sauce',
  'Mirin',
  'Pork belly, rolled and tied',
  'Eggs',
  'Scallions',
  'Bamboo shoots',
  'Nori',
];
const bake = [
  'Plain flour',
  'Unsalted butter (soft)',
  'Cherry tomatoes',
  'Tomato paste',
  'Olive oil',
  'Sesame oil',
  'Black pepper',
  'Bay leaves',
  'Rice vinegar',
  'Egg noodles',
  'Eggs',
  'Blackberries',
];

test.each([
  [ramen, 'Simmer the rolled pork belly in the stock with half of the soy sauce for 45 minutes.', [1, 2, 4]],
  [ramen, 'Boil the eggs. Lay them in the rest of the soy sauce with the mirin.', [2, 3, 5]],
  [ramen, 'Cook the noodles as the packet says, one minute short.', [0]],
  [ramen, 'Slice the pork and halve the eggs, then add bamboo shoots, sliced scallions and nori.', [4, 5, 6, 7, 8]],
  [ramen, 'Brown the chicken. Wait until it boils.', []],
  [bake, 'Whisk each EGG into the flour.', [0, 10]],
  [bake, 'Rub the butter in.', [1]],
  [bake, 'Halve the tomatoes.', [2]],
  [bake, 'Stir in the tomato paste.', [3]],
  [bake, 'Heat the oil.', [4, 5]],
  [bake, 'Drizzle with sesame oil; season with pepper.', [5, 6]],
  [bake, 'Add a bay leaf and the blackberry.', [7, 11]],
  [bake, 'Serve with rice.', []],
  [bake, 'Drain the egg noodles.', [9]],
  [['小麦粉', '砂糖'], '小麦粉をふるう。', [0]],
  [['Mehl', 'Eier', 'Zwiebeln, rot'], 'Die Zwiebeln hacken und mit dem Mehl mischen.', [0, 2]],
])('of %j, finds in "%s"', (names, text, indexes) => {
  expect(ingredientsOf(text, names)).toEqual(indexes);
});

test('finds each ingredient by its whole name, and nothing in a text without letters', () => {
  const counts = new Set<number>();
  const word = fc.stringMatching(/^[b-dg-kmnp-rt-z]{6,12}$/);
  const names = fc.uniqueArray(
    fc.tuple(word, word).map((words) => words.join(' ')),
    {
      minLength: 1,
      maxLength: 100,
      size: 'max',
    },
  );
  fc.assert(
    fc.property(names, fc.nat(), (all, at) => {
      counts.add(Math.floor(all.length / 20));
      const index = at % all.length;
      expect(ingredientsOf(`Now: ${all[index]?.toUpperCase()}!`, all)).toContain(index);
      expect(ingredientsOf('12, 13 + ½.', all)).toEqual([]);
    }),
  );
  expect(counts.size).toBeGreaterThan(3);
});
