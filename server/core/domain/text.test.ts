import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { line, text } from './text.ts';

test.each([
  ['white space', ' \t\n\u00a0\u3000'],
  ['a zero-width space', '\u200b'],
  ['joiners and direction marks', '\u200c\u200d\u200e\ufeff'],
  ['Hangul fillers', '\u3164\u115f\uffa0'],
  ['an empty braille cell', '\u2800'],
  ['control characters', '\u0000\u0007\u001b\u007f\u009f'],
  ['lone surrogates', '\ud800 \udfff'],
])('reduces %s to the empty string', (_, written) => {
  expect(text(written)).toBe('');
  expect(line(written)).toBe('');
});

describe('visible text', () => {
  test.each(['Grüße', '漢字', 'سلام', '🧑‍🍳', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'می‌خواهم', '½', 'x\u0301'])('is unchanged: %s', (written) => {
    expect(text(written)).toBe(written);
    expect(line(written)).toBe(written);
  });

  test('loses hidden characters', () => {
    expect(line(' a\u007fb ')).toBe('ab');
    expect(line(' a\u0000b\ud800c\u202ed ')).toBe('abcd');
    expect(text(' a\u0000b\ud800c\u202ed ')).toBe('abcd');
  });

  test.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
    'loses the change of direction %j',
    (mark) => {
      expect(text(`Soup ${mark}of${mark} peas`)).toBe('Soup of peas');
    },
  );

  test('keeps its line breaks with `text`, and becomes a single line with `line`', () => {
    const written = 'Flour\r\n\tand water\rRest\u2028Bake\u000bEat\n';
    expect(text(written)).toBe('Flour\n\tand water\nRest\nBake\nEat');
    expect(line(written)).toBe('Flour and water Rest Bake Eat');
  });
});

test('yields well-formed text without control characters, and is idempotent', () => {
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
