import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseRecipeText } from './parse-recipe-text.ts';

/** Each file holds a text and the expected result: lines of `amount | unit | name`, then one step per line. */
const folder = resolve(import.meta.dirname, '../../tests/fixtures/captions');

test.each(readdirSync(folder))('parses %s', (file) => {
  const [text = '', rest = ''] = readFileSync(join(folder, file), 'utf8').split('=== ingredients\n');
  const [ingredients = '', instructions = ''] = rest.split('=== instructions\n');
  const parsed = parseRecipeText(text);
  const lines = [
    ...parsed.ingredients.map(({ amount, unit, name }) => `${amount} | ${unit} | ${name}`),
    '---',
    ...parsed.instructions,
  ];
  expect(lines.join('\n')).toBe([ingredients.trimEnd(), '---', instructions.trimEnd()].filter(Boolean).join('\n'));
});
