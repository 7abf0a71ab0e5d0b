import { describe, expect, it } from 'vitest';
import { all, idsOf, indexOf, named, recipe } from '../../tests/support/searched-recipes.ts';
import type { RecipeQuery } from './found-recipes.ts';

const index = indexOf({
  pasta: recipe('Garlic pasta', {
    cuisine: 'Italian',
    publishedAt: 1,
    cookingTime: 20,
    difficulty: 'Easy',
    authorId: 'noa',
    ingredients: named('Garlic cloves, chopped', 'Pasta', 'Olive oil', 'Salt'),
  }),
  pizza: recipe('Margherita', {
    cuisine: 'italian',
    publishedAt: 2,
    cookingTime: 35,
    difficulty: 'Medium',
    authorId: 'luca',
    ingredients: named('Flour', 'Tomatoes', 'Garlic'),
  }),
  mapo: recipe('Mapo tofu', {
    cuisine: 'Chinese',
    publishedAt: 3,
    cookingTime: 30,
    difficulty: 'Easy',
    authorId: 'wei',
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
  it('takes peppers for a red pepper, but not the spice', () => {
    const stuffed = indexOf({
      peppers: recipe('Stuffed peppers', { ingredients: named('Red bell pepper', 'Yellow peppers', 'Black pepper') }),
    });
    const missing = (...atHand: string[]) => stuffed.findPage({ ...all, atHand }).recipes[0]?.missing;
    expect([missing('Peppers'), missing('Pepper')]).toEqual([[], ['Red bell pepper', 'Yellow peppers']]);
    const cookable = stuffed.findPage({ ...all, atHand: ['peppers'], onlyCookable: true });
    expect(idsOf(cookable)).toEqual(['peppers']);
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

it('counts beside the first page only', () => {
  const first = find({ limit: 1, cuisines: ['Italian'] });
  expect(first.cuisines).not.toEqual([]);
  const second = find({ limit: 1, cuisines: ['Italian'], after: first.recipes[0] });
  expect(second).toMatchObject({ total: first.total, cuisines: [], authors: [], difficulties: [], without: [] });
});
