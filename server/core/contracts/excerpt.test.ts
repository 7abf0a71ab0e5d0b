import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint, toExcerpt } from './excerpt.ts';
import { communityLimits } from './limits.ts';

const maxLength = communityLimits.excerpt;

describe('the excerpt of a post', () => {
  test('is the post itself up to the length of an excerpt', () => {
    const post = { content: 'x'.repeat(maxLength) };
    expect(toExcerpt(post)).toBe(post);
  });

  test('is the beginning of longer content, with the fingerprint of the whole content', () => {
    const content = `${'x'.repeat(maxLength)}y`;
    expect(toExcerpt({ id: 'p1', content })).toEqual({
      id: 'p1',
      content: 'x'.repeat(maxLength),
      excerptOf: fingerprint(content),
    });
  });

  test('does not split a surrogate pair', () => {
    const content = `${'x'.repeat(maxLength - 1)}🥟 and more`;
    expect(toExcerpt({ content }).content).toBe('x'.repeat(maxLength - 1));
  });

  test('has another fingerprint for any other content', () => {
    const text = fc.string({ minLength: 1, maxLength: 2_000, size: 'max', unit: 'grapheme' });
    fc.assert(
      fc.property(text, fc.nat(), fc.string({ minLength: 1, maxLength: 3 }), (content, pick, other) => {
        const at = pick % content.length;
        const changed = content.slice(0, at) + other + content.slice(at + 1);
        expect(fingerprint(changed) === fingerprint(content)).toBe(changed === content);
        expect(fingerprint(content)).toMatch(/^[0-9a-f]{16}$/);
      }),
    );
  });
});
