import fc from 'fast-check';
import { expect, test } from 'vitest';
import { exceededBound } from './json-shape.ts';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

const shapeOf = (text: string, depth: number, values = 1_000_000) =>
  exceededBound(Buffer.from(text), { bytes: text.length, depth, values });

test('counts the depth of JSON, ignoring brackets in strings', () => {
  const text = fc.string({ unit: fc.constantFrom('[', ']', '{', '}', '"', '\\', ',', ':', 'ü') });
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 6, withCrossShrink: true },
      text,
      fc.integer(),
      fc.array(tie('value'), { minLength: 1, maxLength: 4, size: 'max' }),
      fc.dictionary(text, tie('value'), { minKeys: 1, maxKeys: 4, size: 'max' }),
    ),
  }));
  let deepest = 0;
  fc.assert(
    fc.property(value, (given) => {
      const depth = depthOf(given);
      deepest = Math.max(deepest, depth);
      const json = JSON.stringify(given);
      expect(shapeOf(json, depth)).toBeUndefined();
      if (depth > 0) expect(shapeOf(json, depth - 1)).toBe('depth');
    }),
  );
  expect(deepest).toBeGreaterThan(3);
});

test.each([
  ['[1,2,3]', 4],
  ['{"a":1,"b":2}', 5],
  ['"a,b:c"', 1],
  ['[[],[],[]]', 7],
])('counts %s as %i values', (json, values) => {
  expect(shapeOf(json, 10, values)).toBeUndefined();
  expect(shapeOf(json, 10, values - 1)).toBe(values === 1 ? undefined : 'values');
});
