import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { line, text } from './text.ts';

test.each([
  ['white space', ' \t\n\u00a0\u3000'],
  ['a space without width', '\u200b'],
  ['joiners and marks of direction', '\u200c\u200d\u200e\ufeff'],
  ['fillers that pass for letters', '\u3164\u115f\uffa0'],
  ['an empty braille cell', '\u2800'],
  ['control characters', '\u0000\u0007\u001b\u009f'],
  ['halves of characters', '\ud800 \udfff'],
])('%s is nothing to see', (_, written) => {
  expect(text(written)).toBe('');
  expect(line(written)).toBe('');
});

describe('what is seen is kept', () => {
  test.each(['Grüße', '漢字', 'سلام', '🧑‍🍳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', '½', 'x\u0301'])('%s', (written) => {
    expect(text(written)).toBe(written);
    expect(line(written)).toBe(written);
  });

  test('without what hides in it', () => {
    expect(line(' a\u0000b\ud800c\u202ed ')).toBe('abcd');
    expect(text(' a\u0000b\ud800c\u202ed ')).toBe('abcd');
  });

  test('a text in its lines, a line on one', () => {
    const written = 'Flour\r\n\tand water\rRest\u2028Bake\u000bEat\n';
    expect(text(written)).toBe('Flour\n\tand water\nRest\nBake\nEat');
    expect(line(written)).toBe('Flour and water Rest Bake Eat');
  });
});

test('what is recorded is well formed, has no control characters, and stays as it is when it is sent again', () => {
  const characters = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) });
  fc.assert(
    fc.property(characters, (written) => {
      const [lines, one] = [text(written), line(written)];
      expect(lines.isWellFormed()).toBe(true);
      expect(lines).not.toMatch(/(?![\n\t])\p{Cc}/u);
      expect(one).not.toMatch(/\p{Cc}/u);
      expect([text(lines), line(one)]).toEqual([lines, one]);
    }),
  );
});
