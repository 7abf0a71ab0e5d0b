import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { compareEntries, compareUtf8 } from './entry-order.ts';

const member = fc.string({ unit: anyCharacter, maxLength: 6 }).filter((text) => text.isWellFormed());

test('sorts members by their UTF-8 bytes', () => {
  fc.assert(
    fc.property(member, member, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
    }),
  );
});

test('sorts a private-use character before an emoji, despite its larger code unit', () => {
  expect(compareUtf8('\uf000', '🍲')).toBeLessThan(0);
  expect('\uf000' < '🍲').toBe(false);
});

test('compares the score before the member', () => {
  expect(compareEntries({ member: 'z', score: 1 }, { member: 'a', score: 2 })).toBeLessThan(0);
  expect(compareEntries({ member: 'a', score: 2 }, { member: 'b', score: 2 })).toBeLessThan(0);
});
