import { expect, test } from 'vitest';
import { DocumentCache } from './document-cache.ts';

const document = { value: {}, position: 0n };

test('keeps used documents and evicts the others', () => {
  const cache = new DocumentCache(10);
  cache.add('popular', document);
  for (let n = 0; n < 1_000; n++) {
    cache.add(`dish-${n}`, document);
    expect(cache.find('popular')).toBe(document);
    cache.age();
  }
  const kept = Array.from({ length: 1_000 }, (_, n) => cache.find(`dish-${n}`)).filter((one) => one !== undefined);
  expect(kept.length).toBeGreaterThan(0);
  expect(kept.length).toBeLessThanOrEqual(22);
});

test('evicts nothing within a batch', () => {
  const cache = new DocumentCache(10);
  for (let n = 0; n < 1_000; n++) cache.add(`dish-${n}`, document);
  expect(cache.find('dish-0')).toBe(document);
});
