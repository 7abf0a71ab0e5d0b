import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareEntries, compareUtf8 } from './entry-order.ts';

const member = fc.string({ unit: 'binary', maxLength: 6 }).filter((text) => text.isWellFormed());

test('members sort as their UTF-8 bytes do', () => {
  fc.assert(
    fc.property(member, member, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
  );
});

test('a private-use character comes before an emoji, although its code unit is larger', () => {
  expect(compareUtf8('\uf000', '🍲')).toBeLessThan(0);
  expect('\uf000' < '🍲').toBe(false);
});

test('the score decides before the member', () => {
  expect(compareEntries({ member: 'z', score: 1 }, { member: 'a', score: 2 })).toBeLessThan(0);
  expect(compareEntries({ member: 'a', score: 2 }, { member: 'b', score: 2 })).toBeLessThan(0);
});
