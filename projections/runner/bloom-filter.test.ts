import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BloomFilter } from './bloom-filter.ts';

test('has all texts that were added', () => {
  const some = fc.uniqueArray(fc.string({ unit: 'binary', maxLength: 40 }), {
    minLength: 500,
    maxLength: 2_000,
    size: 'max',
  });
  fc.assert(
    fc.property(some, (texts) => {
      const filter = new BloomFilter();
      for (const text of texts) filter.add(text);
      expect(texts.filter((text) => !filter.has(text))).toEqual([]);
    }),
    { numRuns: 20 },
  );
});

test('has few false positives', () => {
  const filter = new BloomFilter();
  const id = (n: number) => `0198a7b2-${n.toString(16).padStart(12, '0')}:0198a7b2-7000`;
  for (let n = 0; n < 500_000; n++) filter.add(id(n));
  const wrong = Array.from({ length: 20_000 }, (_, n) => id(500_000 + n)).filter((text) => filter.has(text));
  // 0.2 % are expected.
  expect(wrong.length).toBeLessThan(20_000 * 0.01);
});
