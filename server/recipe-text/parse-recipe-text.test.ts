import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyCharacter } from '../../tests/support/any-character.ts';
import { recipeLimits } from '../core/contracts/limits.ts';
import { parseRecipeText } from './parse-recipe-text.ts';

const names = fc.constantFrom('flour', 'brown sugar', 'Roma tomatoes', 'olive oil', 'dried oregano', 'naïve crème');
const units = fc.constantFrom('', 'cups', 'tbsp', 'g', 'ml', 'pinch', 'cloves');
/** An amount as written, and as parsed. */
const amounts = fc.oneof(
  fc.integer({ min: 1, max: 999 }).map((n) => [String(n), String(n)] as const),
  fc.constantFrom(
    ['½', '1/2'] as const,
    ['1½', '1 1/2'] as const,
    ['2 ⅔', '2 2/3'] as const,
    ['0.25', '0.25'] as const,
    ['3-4', '3-4'] as const,
    ['one and a half', '1 1/2'] as const,
  ),
);
const ingredients = fc.array(fc.record({ amount: amounts, unit: units, name: names }), {
  minLength: 1,
  maxLength: 20,
  size: 'max',
});
const words = fc.constantFrom('Stir', 'gently', 'Bake', 'for', 'an', 'hour', 'butter', 'Rest', 'pan', 'hot');
const steps = fc.array(
  fc.array(words, { minLength: 2, maxLength: 12, size: 'max' }).map((step) => step.join(' ')),
  { minLength: 1, maxLength: 12, size: 'max' },
);
const bullets = fc.constantFrom('', '- ', '• ', '* ', '✅ ', '[ ] ');
const listHeadings = fc.constantFrom(
  'Ingredients',
  'INGREDIENTS:',
  'You will need',
  'what you need',
  'For this recipe:',
);
const stepHeadings = fc.constantFrom('Instructions', 'DIRECTIONS:', 'How to make', 'Steps');
const numberings = fc.constantFrom<(n: number) => string>(
  (n) => `${n}.`,
  (n) => `${n})`,
  (n) => `(${n})`,
  (n) => `Step ${n}:`,
  (n) => `STEP ${n} -`,
  (n) => `${n}:`,
);
/** The zeros of scripts with decimal digits. */
const zeros = fc.constantFrom('0', '٠', '۰', '०', '০', '๐', '０', '၀', '០');
const inScript = (text: string, zero: string): string =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));

const recipes = fc.record({
  listHeading: listHeadings,
  ingredients,
  bullet: bullets,
  stepHeading: stepHeadings,
  steps,
});
type Recipe = typeof recipes extends fc.Arbitrary<infer R> ? R : never;

const written = ({ listHeading, ingredients, bullet, stepHeading, steps }: Recipe, number: (n: number) => string) => [
  listHeading,
  ...ingredients.map(({ amount: [amount], unit, name }) => `${bullet}${amount} ${unit && `${unit} `}${name}`),
  stepHeading,
  ...steps.map((step, i) => `${number(i + 1)} ${step}`),
];
const expected = ({ ingredients, steps }: Recipe) => ({
  ingredients: ingredients.map(({ amount: [, amount], unit, name }) => ({ name, amount, unit })),
  instructions: steps,
});

const timeOf = (ms: number, separator: string): string => {
  const pad = (n: number, width = 2) => String(Math.floor(n)).padStart(width, '0');
  return `${pad(ms / 3_600_000)}:${pad((ms / 60_000) % 60)}:${pad((ms / 1000) % 60)}${separator}${pad(ms % 1000, 3)}`;
};
const formats: Record<string, (lines: readonly string[]) => string> = {
  SubRip: (lines) =>
    lines
      .map((line, i) => `${i + 1}\r\n${timeOf(i * 2_000, ',')} --> ${timeOf(i * 2_000 + 1_900, ',')}\r\n${line}\r\n`)
      .join('\r\n'),
  WebVTT: (lines) =>
    `WEBVTT\nKind: captions\n\n${lines
      .map((line, i) => `${timeOf(i * 2_000, '.')} --> ${timeOf(i * 2_000 + 1_900, '.')} align:start\n<c>${line}</c>\n`)
      .join('\n')}`,
  SubViewer: (lines) =>
    lines.map((line, i) => `${timeOf(i * 2_000, '.')},${timeOf(i * 2_000 + 1_900, '.')}\n${line}\n`).join('\n'),
};

describe('a written recipe', () => {
  test('is parsed into its ingredients and steps in every notation', () => {
    fc.assert(
      fc.property(recipes, numberings, (recipe, number) => {
        expect(parseRecipeText(written(recipe, number).join('\n'))).toEqual(expected(recipe));
      }),
    );
  });

  test('is parsed alike in the digits of any script', () => {
    fc.assert(
      fc.property(recipes, zeros, (recipe, zero) => {
        const lines = written(recipe, (n) => `${n}.`).map((line) => inScript(line, zero));
        expect(parseRecipeText(lines.join('\n'))).toEqual(expected(recipe));
      }),
    );
  });

  test.each(Object.entries(formats))('is parsed alike as captions in %s', (_, format) => {
    fc.assert(
      fc.property(recipes, numberings, (recipe, number) => {
        const lines = written(recipe, number);
        expect(parseRecipeText(format(lines))).toEqual(parseRecipeText(lines.join('\n')));
      }),
    );
  });

  test('is parsed alike when captions break the lines of its steps', () => {
    fc.assert(
      fc.property(recipes, fc.nat(5), (recipe, width) => {
        const lines = written(recipe, (n) => `${n}.`);
        const broken = lines.flatMap((line) =>
          /^\d+\. /.test(line) && line.split(' ').length > width + 2
            ? [
                line.split(' ', width + 2).join(' '),
                line
                  .split(' ')
                  .slice(width + 2)
                  .join(' '),
              ]
            : [line],
        );
        expect(parseRecipeText(broken.join('\n')).instructions).toEqual(recipe.steps);
      }),
    );
  });
});

test('takes numbered lines under a heading for both sections as steps', () => {
  expect(parseRecipeText('Ingredients and instructions\n1. Stir the flour\n2. Bake for an hour')).toEqual({
    ingredients: [],
    instructions: ['Stir the flour', 'Bake for an hour'],
  });
});

describe('any text', () => {
  const marks = fc.constantFrom(
    ...['Ingredients\n', 'instructions ', 'steps\n', 'you will need ', '1. ', '\n- ', '½ ', '٣ ', 'cups ', ', ', '\n'],
    ...['a ', 'so ', 'step ', 'one and ', 'then ', '1/', '00:00:01,000 --> 00:00:02,000\n', '#', '<c>', '. ', 'ß'],
  );
  const texts = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300, size: 'max' }),
    fc
      .array(fc.oneof(marks, fc.string({ unit: 'grapheme', maxLength: 8 })), { maxLength: 60, size: 'max' })
      .map((all) => all.join('')),
  );

  test('yields names and steps that are not blank and within the limits of a recipe', () => {
    const text = (maxLength: number) =>
      expect.toSatisfy((value: string) => value.length <= maxLength && value === value.trim());
    fc.assert(
      fc.property(texts, (given) => {
        const { ingredients, instructions } = parseRecipeText(given);
        for (const { name, amount, unit } of ingredients) {
          expect(name).not.toBe('');
          expect([name, amount, unit]).toEqual(
            [recipeLimits.ingredient, recipeLimits.amount, recipeLimits.unit].map(text),
          );
        }
        for (const step of instructions) {
          expect(step).not.toBe('');
          expect(step).toEqual(text(recipeLimits.step));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('yields nothing without the beginning of a section', () => {
    fc.assert(
      fc.property(texts, (given) => {
        fc.pre(
          !/ingredients|you will need|what you need|for this recipe|instructions|directions|how to make|steps/i.test(
            given,
          ),
        );
        expect(parseRecipeText(given)).toEqual({ ingredients: [], instructions: [] });
      }),
    );
  });

  test('of any length is parsed in time and within the limits of a recipe', { timeout: 120_000 }, () => {
    fc.assert(
      fc.property(
        fc.constantFrom('Ingredients\n', 'steps ', 'you will need '),
        fc.array(marks, { minLength: 1, maxLength: 4 }),
        (start, parts) => {
          const { ingredients, instructions } = parseRecipeText(start + parts.join('').repeat(40_000));
          expect(ingredients.length).toBeLessThanOrEqual(recipeLimits.ingredients);
          expect(instructions.length).toBeLessThanOrEqual(recipeLimits.steps);
        },
      ),
      { numRuns: 3 },
    );
  });
});
