import fc from 'fast-check';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import type { FoundRecipes, RecipeQuery } from './found-recipes.ts';
import { Postings } from './postings.ts';
import type { Publication, Searchable } from './recipe-entry.ts';
import { RecipeIndex } from './recipe-index.ts';

type Written = Searchable & Publication;

const recipe = (title: string, other: Partial<Written> = {}): Written => ({
  ...{ title, cuisine: '', description: '', ingredients: [], authorId: 'mia', publishedAt: 0 },
  ...other,
});
const named = (...names: string[]) => names.map((name) => ({ name }));

function indexOf(recipes: Readonly<Record<string, Written>>): RecipeIndex {
  const index = new RecipeIndex();
  for (const [id, each] of Object.entries(recipes)) index.put(id, each, each);
  return index;
}

const all: RecipeQuery = {
  ...{ text: '', cuisines: [], authors: [], atHand: [], onlyCookable: false, sort: 'newest', limit: 50 },
};
const idsOf = ({ recipes }: FoundRecipes) => recipes.map(({ id }) => id);

const index = indexOf({
  pasta: recipe('Garlic pasta', {
    ...{ cuisine: 'Italian', publishedAt: 1, cookingTime: 20, difficulty: 'Easy', authorId: 'noa' },
    ingredients: named('Garlic cloves, chopped', 'Pasta', 'Olive oil', 'Salt'),
  }),
  pizza: recipe('Margherita', {
    ...{ cuisine: 'italian', publishedAt: 2, cookingTime: 35, difficulty: 'Medium', authorId: 'luca' },
    ingredients: named('Flour', 'Tomatoes', 'Garlic'),
  }),
  mapo: recipe('Mapo tofu', {
    ...{ cuisine: 'Chinese', publishedAt: 3, cookingTime: 30, difficulty: 'Easy', authorId: 'wei' },
    ingredients: named('Firm tofu', 'Garlic', 'Rice vinegar'),
  }),
  dumplings: recipe('Garlicky dumplings', { cuisine: 'Chinese', publishedAt: 4, authorId: 'wei' }),
});
const find = (query: Partial<RecipeQuery>) => index.findPage({ ...all, ...query });

describe('a page of results', () => {
  it('has all recipes, newest first, without a query', () => {
    expect(idsOf(find({}))).toEqual(['dumplings', 'mapo', 'pizza', 'pasta']);
  });
  it('has the recipes with all words, those whose title begins with the query first', () => {
    expect(idsOf(find({ text: 'garlic', sort: 'best' }))).toEqual(['pasta', 'dumplings', 'mapo', 'pizza']);
    expect(idsOf(find({ text: 'garlic tofu', sort: 'best' }))).toEqual(['mapo']);
    expect(idsOf(find({ text: 'g' }))).toEqual(expect.arrayContaining(['dumplings', 'pasta']));
  });
  it('has the recipes with one of the words if none has all', () => {
    expect(idsOf(find({ text: 'tofu margherita', sort: 'best' })).sort()).toEqual(['mapo', 'pizza']);
  });
  it('filters by likes and sorts by their number, equally liked ones by age', () => {
    expect(idsOf(find({ liked: ['withdrawn', 'pasta', 'mapo'] }))).toEqual(['mapo', 'pasta']);
    const found = find({ liked: ['pasta'], cuisines: ['Chinese'] });
    expect([idsOf(found), found.without]).toEqual([
      [],
      [
        { value: 'liked', count: 2 },
        { value: 'cuisines', count: 1 },
      ],
    ]);
    expect(idsOf(find({ liked: [] }))).toEqual([]);
    const likes = new Map([
      ['pasta', 2],
      ['pizza', 3],
    ]);
    const sorted = find({ likes, sort: 'mostLiked', limit: 2 });
    expect(idsOf(sorted)).toEqual(['pizza', 'pasta']);
    expect(idsOf(find({ likes, sort: 'mostLiked', after: sorted.recipes.at(-1) }))).toEqual(['dumplings', 'mapo']);
  });
  it('filters by cuisine, author, difficulty and time, and counts each without its own filter', () => {
    const found = find({ text: 'garlic', cuisines: ['ITALIAN'] });
    expect(idsOf(found)).toEqual(['pizza', 'pasta']);
    expect(found.cuisines).toEqual([
      { value: 'Chinese', count: 2 },
      { value: 'italian', count: 2 },
    ]);
    expect(found.difficulties).toEqual([
      { value: 'Easy', count: 1 },
      { value: 'Medium', count: 1 },
    ]);
    expect(found.authors.map(({ value }) => value)).toEqual(['luca', 'noa']);
    expect(find({ maxMinutes: 25, cuisines: ['chinese'] }).cuisines).toEqual([
      { value: 'italian', count: 1 },
      { value: 'Chinese', count: 0 },
    ]);
    expect(idsOf(find({ authors: ['wei', 'noa'] }))).toEqual(['dumplings', 'mapo', 'pasta']);
    expect(idsOf(find({ difficulty: 'Easy', maxMinutes: 29 }))).toEqual(['pasta']);
    expect(idsOf(find({ maxMinutes: 30, sort: 'quickest' }))).toEqual(['pasta', 'mapo']);
  });
  it('says what each recipe needs besides what is at hand', () => {
    const found = find({ atHand: ['garlic', 'noodles', 'pasta'], sort: 'fewestMissing' });
    expect(found.recipes.map(({ id, missing }) => [id, missing])).toEqual([
      ['dumplings', []],
      ['pasta', []],
      ['mapo', ['Firm tofu', 'Rice vinegar']],
      ['pizza', ['Flour', 'Tomatoes']],
    ]);
    // Dumplings have no ingredients.
    expect(found.cookable).toBe(1);
    expect(idsOf(find({ atHand: ['garlic', 'pasta'], onlyCookable: true }))).toEqual(['pasta']);
    expect(find({}).cookable).toBeUndefined();
    const brine = indexOf({
      brine: recipe('Brine', { cuisine: 'Greek', ingredients: named('Salt', 'Water') }),
      tofu: recipe('Tofu', { cuisine: 'Chinese', ingredients: named('Tofu', 'Salt') }),
    });
    const salted = { ...all, atHand: ['tofu'], onlyCookable: true };
    // Salt and water are in every kitchen, so brine needs nothing that is at hand.
    expect([idsOf(brine.findPage(salted)), brine.findPage(salted).cookable]).toEqual([['tofu'], 1]);
    expect(idsOf(brine.findPage({ ...salted, cuisines: ['Greek'] }))).toEqual([]);
    expect(brine.findPage({ ...salted, onlyCookable: false }).cookable).toBe(1);
  });
  it('takes kinds of what is at hand for it, but not what is made of it', () => {
    const needs = (id: string, ...atHand: string[]) => find({ atHand }).recipes.find((each) => each.id === id)?.missing;
    expect(needs('mapo', 'Tofu', 'garlic clove', 'rice')).toEqual(['Rice vinegar']);
    expect(needs('mapo', 'silken tofu')).toEqual(['Firm tofu', 'Garlic', 'Rice vinegar']);
    expect(needs('pizza', 'tomato', 'flours')).toEqual(['Garlic']);
  });
  it('says what to do without if nothing is found', () => {
    const found = find({ text: 'garlic', cuisines: ['Chinese'], difficulty: 'Medium' });
    expect(found).toMatchObject({
      ...{ total: 0, recipes: [] },
      without: [
        { value: 'difficulty', count: 2 },
        { value: 'cuisines', count: 1 },
      ],
    });
    expect(find({ text: 'xylophone' }).without).toEqual([]);
  });
});

it('knows the author of a revised recipe, and nothing of a removed one', () => {
  const changed = indexOf({ soup: recipe('Soup', { cuisine: 'French', authorId: 'ann', publishedAt: 7 }) });
  expect(changed.publicationOf('soup')).toMatchObject({ authorId: 'ann', publishedAt: 7 });
  changed.put('soup', recipe('Stew', { cuisine: 'Greek' }), { authorId: 'ann', publishedAt: 7 });
  expect(changed.findPage(all).cuisines).toEqual([{ value: 'Greek', count: 1 }]);
  changed.remove('soup');
  expect(changed.findPage(all)).toMatchObject({ total: 0, cuisines: [], authors: [] });
});

it('looks at 10,000 recipes at most, the newest, and starts with the condition that fewest can meet', () => {
  const large = new RecipeIndex();
  for (let n = 0; n <= 10_000; n++) {
    large.put(String(n), recipe('Soup', { cuisine: n === 0 ? 'Swiss' : 'French' }), {
      authorId: 'ann',
      publishedAt: n,
    });
  }
  expect(large.findPage({ ...all, text: 'soup' })).toMatchObject({ total: 10_000, isComplete: false });
  expect(large.findPage({ ...all, maxMinutes: 10 })).toMatchObject({ total: 0, isComplete: false });
  const swiss = large.findPage({ ...all, text: 'soup', cuisines: ['swiss'] });
  expect([idsOf(swiss), swiss.isComplete]).toEqual([['0'], true]);
});

it('finds all recipes however often they were revised', () => {
  const revised = new RecipeIndex();
  const put = (n: number) => revised.put(String(n), recipe('Soup'), { authorId: 'ann', publishedAt: n });
  for (let n = 0; n < 6_000; n++) put(n);
  // Fewer than make the index drop the numbers of earlier texts, and more than a search looks at.
  for (let n = 0; n < 6_900; n++) put(n % 10);
  expect(revised.findPage(all)).toMatchObject({ total: 6_000, isComplete: true });
});

it('goes on after the last of the best matches when recipes were published and withdrawn', () => {
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

it('counts beside the first page only', () => {
  const first = find({ limit: 1, cuisines: ['Italian'] });
  expect(first.cuisines).not.toEqual([]);
  const second = find({ limit: 1, cuisines: ['Italian'], after: first.recipes[0] });
  expect(second).toMatchObject({ total: first.total, cuisines: [], authors: [], difficulties: [], without: [] });
});

it('bounds the work of any query', () => {
  const letters = [...'abcdefgh'];
  const costly = new RecipeIndex();
  for (let n = 0; n < 3_000; n++) {
    const words = letters.map((letter) => letter + 'xyz'.slice(0, n % 4) + (n % 2)).join(' ');
    const ingredients = named('Tofu', n % 3 === 0 ? words : 'Flour');
    const other = { cuisine: `C${n % 5}`, description: n % 3 === 1 ? words : '', ingredients };
    costly.put(String(n), recipe(n % 3 === 2 ? words : 'Pie', other), { authorId: 'ann', publishedAt: n });
  }
  let looks = 0;
  const { has } = Postings.prototype;
  onTestFinished(() => {
    Postings.prototype.has = has;
  });
  Postings.prototype.has = function (number) {
    looks++;
    return has.call(this, number);
  };
  const query = { ...all, text: letters.join(' '), authors: ['ann'], cuisines: ['C0', 'C1', 'C2', 'C3', 'C4'] };
  expect(costly.findPage({ ...query, sort: 'best' }).recipes).toHaveLength(50);
  expect(looks).toBeLessThan(410_000);
  looks = 0;
  const none = costly.findPage({ ...query, atHand: ['tofu'], onlyCookable: true });
  expect([none.total, none.without[0]?.value]).toEqual([0, 'onlyCookable']);
  expect(looks).toBeLessThan(410_000);
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
