import { expect, test } from 'vitest';
import { sharedSource } from './shared-source.ts';

const recipe = `Soup\nIngredients\n${'3 leeks\n'.repeat(40)}Method\nSimmer.\nhttps://kitchen.example/soup`;

test.each([
  [{ url: 'https://kitchen.example/soup', text: 'Soup' }, 'https://kitchen.example/soup'],
  [{ title: 'Soup', text: 'Look: https://kitchen.example/soup?a=1 is good' }, 'https://kitchen.example/soup?a=1'],
  [{ url: '', text: recipe }, recipe],
  [{ text: 'Soup' }, 'Soup'],
  [{ title: 'Soup' }, ''],
])('of %j, the import takes %j', (query, source) => {
  expect(sharedSource(new URLSearchParams(query))).toBe(source);
});
