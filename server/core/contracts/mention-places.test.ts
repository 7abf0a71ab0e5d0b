import { expect, test } from 'vitest';
import { mentionPlaces, occurringMentions } from './mention-places.ts';

const hana = { uid: 'h1', name: 'Hana' };
const hanaMori = { uid: 'h2', name: 'Hana Mori' };

test.each([
  ['@Hana won', [[0, 5, 'h1']]],
  ['Thank you, @Hana Mori!', [[11, 21, 'h2']]],
  ['(@hana mori)', [[1, 11, 'h2']]],
  ['@Hanabi, mail@Hana, @ Hana, @Hana\u200Cbi', []],
  ['🍞@Hana', [[2, 7, 'h1']]],
  [
    '@Hana and @Hana Moriarty',
    [
      [0, 5, 'h1'],
      [10, 15, 'h1'],
    ],
  ],
])('finds the people that %j mentions', (text, places) => {
  expect(mentionPlaces(text, [hana, hanaMori])).toEqual(places.map(([start, end, uid]) => ({ start, end, uid })));
});

test('keeps the mentions that a text has, each person once', () => {
  const other = { uid: 'h3', name: 'Hana' };
  expect(occurringMentions('@Hana Mori and @Hana and @Hana', [hanaMori, hana, hana, other], 20)).toEqual([
    hanaMori,
    hana,
  ]);
  expect(occurringMentions('@Hana Mori and @Hana', [hanaMori, hana], 1)).toEqual([hanaMori]);
  expect(occurringMentions('Hana', [hana], 20)).toEqual([]);
});
