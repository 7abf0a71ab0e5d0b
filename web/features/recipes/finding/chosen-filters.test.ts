import { expect, test } from 'vitest';
import { chosenIn } from './chosen-filters.tsx';
import { findingIn } from './finding.ts';

test('authors without results have different names and keys', () => {
  const finding = findingIn(new URLSearchParams('author=mia&author=sam&author=jo'));
  const chosen = chosenIn(finding, [{ id: 'sam', name: 'Sam', count: 1 }]);
  expect(chosen.map(({ label }) => label)).toEqual(['Author 1', 'By Sam', 'Author 3']);
  expect(new Set(chosen.map(({ key }) => key)).size).toBe(3);
});
