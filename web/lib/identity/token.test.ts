import { expect, test } from 'vitest';
import { tokenExpiry } from './token.ts';

const token = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('returns the expiry of a token in milliseconds', () => {
  expect(tokenExpiry(token({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
  expect(tokenExpiry(token({ exp: 1_800_000_000, name: 'Ωmega ~~~???' }))).toBe(1_800_000_000_000);
});

test.each(['', 'no-token', 'a.b.c', token({}), token(null), token({ exp: 'soon' })])(
  'returns 0 for an unreadable token: %j',
  (unreadable) => {
    expect(tokenExpiry(unreadable)).toBe(0);
  },
);
