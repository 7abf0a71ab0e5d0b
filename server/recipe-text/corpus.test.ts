import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseRecipeText } from './parse-recipe-text.ts';

/** Each file: a text, then what is read from it, as `amount | unit | name` and as a step a line. */
const folder = resolve(import.meta.dirname, '../../tests/fixtures/captions');

test.each(readdirSync(folder))('%s', (file) => {
  const [text = '', rest = ''] = readFileSync(join(folder, file), 'utf8').split('=== ingredients\n');
  const [ingredients = '', instructions = ''] = rest.split('=== instructions\n');
  const read = parseRecipeText(text);
  const lines = [
    ...read.ingredients.map(({ amount, unit, name }) => `${amount} | ${unit} | ${name}`),
    '---',
    ...read.instructions,
  ];
  expect(lines.join('\n')).toBe([ingredients.trimEnd(), '---', instructions.trimEnd()].filter(Boolean).join('\n'));
});
