import fc from 'fast-check';
import { expect, test } from 'vitest';
import { all, idsOf, named, recipe, type Written } from '../../tests/support/searched-recipes.ts';
import { Spread } from '../../tests/support/spread.ts';
import type { RecipeQuery } from './found-recipes.ts';
import { RecipeIndex } from './recipe-index.ts';

test('goes on after the last of the best matches when recipes were published and withdrawn', () => {
  const soups = new RecipeIndex();
  const put = (id: string, title: string, publishedAt: number) =>
    soups.put(id, recipe(title), { authorId: 'ann', publishedAt });
  for (let n = 0; n < 30; n++) put(String(n), 'Warm soup', n);
  const query: RecipeQuery = { ...all, text: 'soup', sort: 'best', limit: 10 };
  const second = () => idsOf(soups.findPage({ ...query, after: first.recipes.at(-1) }));
  const first = soups.findPage(query);
  const expected = Array.from({ length: 10 }, (_, n) => String(19 - n));
  expect([first.recipes.at(-1)?.id, second()]).toEqual(['20', expected]);
  put('bread', 'Bread', 31);
  expect(second()).toEqual(expected);
  for (const id of ['40', '41']) put(id, 'Cold soup', 32);
  expect(second()).toEqual(expected);
  for (const id of ['bread', '40', '29']) soups.remove(id);
  expect(second()).toEqual(expected);
});

const kitchen = ['garlic', 'tofu', 'rice', 'leek', 'salt'];
const someRecipe = fc
  .record({
    words: fc.subarray(['warm', 'green', 'soup'], { minLength: 1 }),
    cuisine: fc.constantFrom('', 'Italian', 'Thai', 'French'),
    authorId: fc.constantFrom('ann', 'ben'),
    publishedAt: fc.nat({ max: 20 }),
    cookingTime: fc.option(fc.integer({ min: 1, max: 60 })),
    difficulty: fc.option(fc.constantFrom('Easy' as const, 'Hard' as const)),
    ingredients: fc.subarray(kitchen).map((names) => named(...names)),
  })
  .map(({ words, ...other }) => recipe(words.join(' '), other));
const someQuery = fc.record({
  text: fc.constantFrom('', '', 'soup', 'green', 'soup warm'),
  cuisines: fc.subarray(['Italian', 'Thai', 'French']),
  authors: fc.constantFrom<string[]>([], [], ['ann']),
  difficulty: fc.constantFrom(undefined, undefined, 'Easy' as const),
  maxMinutes: fc.option(fc.integer({ min: 10, max: 60 }), { nil: undefined }),
  atHand: fc.subarray(kitchen),
  sort: fc.constantFrom('best' as const, 'newest' as const, 'quickest' as const, 'fewestMissing' as const),
  limit: fc.integer({ min: 1, max: 7 }),
});

test('pages together have each recipe that meets all conditions once, however it was changed before', () => {
  const spread = { total: new Spread(), pages: new Spread() };
  const step = fc.tuple(fc.integer({ min: 0, max: 60 }).map(String), fc.option(someRecipe, { freq: 6 }));
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120, size: 'max' }), someQuery, (steps, given) => {
      const query = { ...all, ...given };
      const current = new Map<string, Written>();
      const searched = new RecipeIndex();
      for (const [id, written] of steps) {
        if (written === null) searched.remove(id);
        else searched.put(id, written, written);
        if (written === null) current.delete(id);
        else current.set(id, written);
      }
      const words = query.text.split(' ');
      const hasAll = ({ title }: Written) => words.every((word) => title.includes(word));
      const hasAny = ({ title }: Written) => words.some((word) => title.includes(word));
      const matches = [...current.values()].some(hasAll) ? hasAll : hasAny;
      const expected = [...current].filter(
        ([, each]) =>
          matches(each) &&
          (query.cuisines.length === 0 || query.cuisines.includes(each.cuisine)) &&
          (query.authors.length === 0 || query.authors.includes(each.authorId)) &&
          (query.difficulty === undefined || each.difficulty === query.difficulty) &&
          (query.maxMinutes === undefined || (each.cookingTime ?? 99) <= query.maxMinutes),
      );
      const found: string[] = [];
      let page = searched.findPage(query);
      for (let pages = 1; ; pages++) {
        expect([page.total, page.isComplete]).toEqual([expected.length, true]);
        found.push(...idsOf(page));
        if (!page.hasMore) {
          spread.pages.add(pages);
          break;
        }
        page = searched.findPage({ ...query, after: page.recipes.at(-1) });
      }
      spread.total.add(expected.length);
      expect(found.toSorted()).toEqual(expected.map(([id]) => id).sort());
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 150 },
  );
  expect(spread.total.share(5)).toBeGreaterThan(0.2);
  expect(spread.pages.share(2)).toBeGreaterThan(0.2);
});
