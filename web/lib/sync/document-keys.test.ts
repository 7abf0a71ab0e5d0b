import { expect, test } from 'vitest';
import { isUnder } from './document-keys.ts';

test.each([
  ['one of its own', ['grocery-list', 'items', 'mia', 'home'], true],
  ['one of a feature whose key begins alike', ['grocery-list', 'lists', 'mia', 'home'], false],
  ['one of another feature', ['meal-plan', 'items', 'mia', 'home'], false],
])('a feature has %s', (_, document, isOwn) => {
  expect(isUnder(['grocery-list', 'items'], document)).toBe(isOwn);
});
