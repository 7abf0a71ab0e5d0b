import { expect, test } from 'vitest';
import { completeMention, mentionQueryAt } from './mention-query.ts';

/** `|` is the caret. */
const queryIn = (marked: string) => mentionQueryAt(marked.replace('|', ''), marked.indexOf('|'));

test.each([
  ['@h|', 'h'],
  ['Thank you, @Hana M| for it', 'Hana M'],
  ['(@ha|)', 'ha'],
  ['🍞@ha|', 'ha'],
])('in %j, a name is being written', (marked, beginning) => {
  expect(queryIn(marked)?.beginning).toBe(beginning);
});

test.each(['@|', 'mail@ex|', '@ ha|', '@hana won the first prize|', '@hana\nx|', 'ha|', '@hana  |'])(
  'in %j, no name is being written',
  (marked) => {
    expect(queryIn(marked)).toBeUndefined();
  },
);

test('completes the name, and puts the caret after it', () => {
  const text = 'So @ha won';
  const query = mentionQueryAt(text, 6);
  if (!query) throw new Error('No query');
  expect(completeMention(text, query, 'Hana Mori')).toEqual({ text: 'So @Hana Mori won', caret: 14 });
});
