import { expect, test } from 'vitest';
import { tokenEnd } from './token.ts';

const token = (claims: unknown) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

test('tells when a token ends, in milliseconds', () => {
  expect(tokenEnd(token({ exp: 1_800_000_000 }))).toBe(1_800_000_000_000);
  expect(tokenEnd(token({ exp: 1_800_000_000, name: 'Ωmega ~~~???' }))).toBe(1_800_000_000_000);
});

test.each(['', 'no-token', 'a.b.c', token({}), token(null), token({ exp: 'soon' })])(
  'takes what it cannot read (%j) for ended',
  (unreadable) => {
    expect(tokenEnd(unreadable)).toBe(0);
  },
);
