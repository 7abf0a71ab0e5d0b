import { describe, expect, it } from 'vitest';
import { webAddress } from './web-address.ts';

describe('the address of a picture', () => {
  it.each([
    ['https://example.org/feta.webp', 'https://example.org/feta.webp'],
    ['  http://example.org/a b.png ', 'http://example.org/a%20b.png'],
  ])('accepts %s', (given, normalized) => expect(webAddress(given)).toBe(normalized));
  it.each(['', 'feta.webp', 'javascript:alert(1)', 'data:image/png;base64,AA', 'https://me:secret@example.org/a.png'])(
    'refuses %s',
    (given) => expect(webAddress(given)).toBeUndefined(),
  );
});
