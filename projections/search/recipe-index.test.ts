import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Spread } from '../../tests/support/spread.ts';
import type { Searchable } from './recipe-entry.ts';
import { RecipeIndex } from './recipe-index.ts';

const publication = { authorId: 'mia', publishedAt: 0 };

const recipe = (title: string, other: Partial<Searchable> = {}): Searchable => ({
  title,
  cuisine: '',
  description: '',
  ingredients: [],
  ...other,
});
const named = (...names: string[]) => names.map((name) => ({ name }));

const indexOf = (...recipes: [id: string, recipe: Searchable][]): RecipeIndex => {
  const index = new RecipeIndex();
  for (const [id, each] of recipes) index.put(id, each, publication);
  return index;
};

describe('searching recipes', () => {
  const index = indexOf(
    ['ramen', recipe('Shoyu Ramen', { cuisine: 'Japanese', ingredients: named('Noodles', 'Soy sauce', 'Eggs') })],
    ['tofu', recipe('Mapo Tofu', { cuisine: 'Chinese', description: 'Hot, with a little soy sauce' })],
    ['sauce', recipe('Best soy sauce', { description: 'Brewed' })],
    ['creme', recipe('Crème brûlée', { cuisine: 'French', ingredients: named('Eggs', 'Cream') })],
    ['cream', recipe('Cream of leek', { cuisine: 'French' })],
    ['kitsune', recipe('きつねうどん', { cuisine: 'Japanese', ingredients: named('油揚げ') })],
  );

  it('finds recipes by the beginning of their title, in title order', () => {
    expect(index.find('cre')).toEqual(['cream', 'creme']);
    expect(index.find(' CREME  BRULEE')).toEqual(['creme']);
  });
  it('lists recipes with all of the words after those whose title begins so', () => {
    expect(index.find('sh')).toEqual(['ramen']);
    const soups = indexOf(
      ['tomato', recipe('Tomato soup')],
      ['note', recipe('Bread', { description: 'Tomato bread, or with soup' })],
      ['roast', recipe('Roast tomato soup')],
      ['salad', recipe('Tomato salad')],
      ['leek', recipe('Leek soup')],
    );
    expect(soups.find('tomato')).toEqual(['salad', 'tomato', 'roast', 'note']);
    expect(soups.find('tomato sou')).toEqual(['tomato', 'roast', 'note']);
    expect(soups.find('soup tomato').slice(0, 2).sort()).toEqual(['roast', 'tomato']);
  });
  it('lists only those whose title begins so once there are ten', () => {
    const many = Array.from({ length: 11 }, (_, n): [string, Searchable] => [`${n}`, recipe(`Rice ${n}`)]);
    const found = (count: number) => indexOf(...many.slice(0, count), ['fried', recipe('Fried rice')]).find('rice');
    expect(found(9)).toHaveLength(10);
    expect(found(9).at(-1)).toBe('fried');
    expect(found(11)).toHaveLength(10);
    expect(found(11)).not.toContain('fried');
  });
  it('falls back to words in title, cuisine, ingredients and description, highest weight first', () => {
    expect(index.find('soy')).toEqual(['sauce', 'ramen', 'tofu']);
    expect(index.find('japanese')).toEqual(['kitsune', 'ramen']);
    expect(index.find('brewed')).toEqual(['sauce']);
  });
  it('ranks recipes with more of the words first', () => {
    expect(index.find('eggs noodles')).toEqual(['ramen', 'creme']);
  });
  it('tolerates typos and matches the beginning of a word', () => {
    expect(index.find('japanse')).toEqual(['kitsune', 'ramen']);
    expect(index.find('nodles')).toEqual(['ramen']);
    expect(index.find('mpao')).toEqual([]);
    expect(index.find('nooldes')).toEqual(['ramen']);
    expect(index.find('noo')).toEqual(['ramen']);
  });
  it('tolerates one typo in words of four letters, two from five letters, none in shorter words', () => {
    expect(index.find('tofo')).toEqual(['tofu']);
    expect(index.find('tfou')).toEqual([]);
    expect(index.find('suace')).toEqual(['sauce', 'ramen', 'tofu']);
    expect(index.find('sxuxe')).toEqual(['sauce', 'ramen', 'tofu']);
    expect(index.find('sxxxe')).toEqual([]);
    expect(index.find('sox')).toEqual([]);
  });
  it('finds words in languages without spaces', () => {
    expect(index.find('うどん')).toEqual(['kitsune']);
    expect(index.find('油揚げ')).toEqual(['kitsune']);
  });
  it('finds nothing for a blank query or an unknown word', () => {
    for (const query of ['', '  ', '-', 'xylophone']) expect(index.find(query)).toEqual([]);
  });
});

it('finds at most ten current recipes by title after any sequence of puts and removals', () => {
  const id = fc.integer({ min: 0, max: 80 }).map(String);
  const letter = fc.constantFrom('a', 'B', ' ', 'é');
  const title = fc.string({ unit: letter, minLength: 1, maxLength: 4, size: 'max' });
  const beginning = fc.string({ unit: letter, minLength: 1, maxLength: 2, size: 'max' });
  const steps = fc.array(fc.tuple(id, fc.option(title)), { maxLength: 150, size: 'max' });
  const matches = new Spread();
  fc.assert(
    fc.property(steps, beginning, (history, query) => {
      const searched = new RecipeIndex();
      const titles = new Map<string, string>();
      for (const [each, written] of history) {
        if (written === null) {
          searched.remove(each);
          titles.delete(each);
        } else {
          searched.put(each, recipe(written), publication);
          titles.set(each, written);
        }
      }
      const plain = (text: string) => text.replaceAll('é', 'e').toLowerCase().replaceAll(/ +/g, ' ').trim();
      const prefix = plain(query);
      const expected = [...titles].filter(([, written]) => prefix !== '' && plain(written).startsWith(prefix));
      const found = searched.find(query).slice(0, Math.min(10, expected.length));
      matches.add(expected.length);
      if (expected.length === 0) return;
      expect(found).toHaveLength(Math.min(10, expected.length));
      expect(expected.map(([each]) => each)).toEqual(expect.arrayContaining(found));
    }),
    { numRuns: 300 },
  );
  expect(matches.share(1)).toBeGreaterThan(0.4);
  expect(matches.share(11)).toBeGreaterThan(0.05);
});

it('does not find old revisions, even after thousands of them', () => {
  const index = indexOf(['other', recipe('Bread', { description: 'sourdough' })]);
  for (let n = 0; n < 5_000; n++)
    index.put('soup', recipe(`Soup ${n}`, { description: 'sourdough croutons' }), publication);
  expect(index.find('sourdough')).toEqual(['soup', 'other']);
  expect(index.find('soup')).toEqual(['soup']);
  index.remove('soup');
  expect(index.find('sourdough')).toEqual(['other']);
  expect(index.find('croutons')).toEqual([]);
});

it('ranks do not depend on texts that are no longer there', () => {
  const withHistory = new RecipeIndex();
  const now = new RecipeIndex();
  const put = (index: RecipeIndex, id: string, title: string) =>
    index.put(id, { title, cuisine: '', description: '', ingredients: [] }, publication);
  // Makes leeks the more common word, and a misspelling that is exactly matched.
  for (let n = 0; n < 50; n++) put(withHistory, `gone-${n}`, n === 0 ? 'Old ptatos' : `Old leeks ${n}`);
  for (let n = 0; n < 50; n++) withHistory.remove(`gone-${n}`);
  for (const index of [withHistory, now]) {
    put(index, 'soup', 'Warm leeks');
    for (let n = 0; n < 4; n++) put(index, `stew-${n}`, 'Warm potatoes');
  }
  for (const query of ['leeks potatoes', 'ptatos', 'leek']) expect(withHistory.find(query)).toEqual(now.find(query));
  expect(now.find('leeks potatoes')[0]).toBe('soup');
  expect(withHistory.find('ptatos')).toHaveLength(4);
});
