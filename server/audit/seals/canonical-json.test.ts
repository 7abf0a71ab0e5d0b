import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalJson } from './canonical-json.ts';

test('is the example of RFC 8785, section 3.2.2', () => {
  const text = `{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
    "literals": [null, true, false]
  }`;
  expect(canonicalJson(JSON.parse(text))).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  );
});

test('sorts keys by UTF-16 code units, as in RFC 8785, section 3.2.3', () => {
  const keys = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6'];
  const text = canonicalJson(Object.fromEntries(keys.map((key) => [key, 0])));
  expect(Object.keys(JSON.parse(text.replaceAll('"1"', '"a"')))).toEqual([
    ...['\r', 'a', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'],
  ]);
});

test('leaves out members without a value, and keeps those named like a prototype', () => {
  expect(canonicalJson({ b: 1, a: undefined })).toBe('{"b":1}');
  expect(canonicalJson(JSON.parse('{"__proto__":[-0,"\\ud800"]}'))).toBe('{"__proto__":[0,"\\ud800"]}');
});

test('does not depend on the order of members, and loses nothing', () => {
  const reversed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(reversed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, member]) => [key, reversed(member)]),
    );
  };
  let longest = 0;
  fc.assert(
    fc.property(fc.json({ depthSize: 'medium', maxDepth: 6 }), (text) => {
      const canonical = canonicalJson(JSON.parse(text));
      longest = Math.max(longest, canonical.length);
      expect(canonical).toBe(canonicalJson(JSON.parse(JSON.stringify(reversed(JSON.parse(text))))));
      expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(JSON.parse(text))));
    }),
    { numRuns: 500 },
  );
  expect(longest).toBeGreaterThan(200);
});
