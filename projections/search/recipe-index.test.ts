import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecipeIndex, type Searchable } from './recipe-index.ts';

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
  for (const [id, each] of recipes) index.put(id, each);
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

  it('answers with those whose title begins so, in the order of their titles', () => {
    expect(index.find('cre')).toEqual(['cream', 'creme']);
    expect(index.find(' CREME  BRULEE')).toEqual(['creme']);
  });
  it('looks into title, cuisine, ingredients and description when no title begins so, the weightiest place first', () => {
    expect(index.find('soy')).toEqual(['sauce', 'ramen', 'tofu']);
    expect(index.find('japanese')).toEqual(['kitsune', 'ramen']);
    expect(index.find('brewed')).toEqual(['sauce']);
  });
  it('puts first what has more of the words', () => {
    expect(index.find('eggs noodles')).toEqual(['ramen', 'creme']);
  });
  it('forgives slips, and takes the beginning of a word', () => {
    expect(index.find('japanse')).toEqual(['kitsune', 'ramen']);
    expect(index.find('nodles')).toEqual(['ramen']);
    expect(index.find('mpao')).toEqual([]);
    expect(index.find('nooldes')).toEqual(['ramen']);
    expect(index.find('noo')).toEqual(['ramen']);
  });
  it('finds words of languages that do not space them', () => {
    expect(index.find('うどん')).toEqual(['kitsune']);
    expect(index.find('油揚げ')).toEqual(['kitsune']);
  });
  it('finds nothing for a blank, or what nobody wrote', () => {
    for (const query of ['', '  ', '-', 'xylophone']) expect(index.find(query)).toEqual([]);
  });
});

it('whatever was put and removed, finds by their titles those that are there, ten at most', () => {
  const id = fc.integer({ min: 0, max: 30 }).map(String);
  const title = fc.string({ unit: fc.constantFrom('a', 'B', ' ', 'é'), minLength: 1, maxLength: 4 });
  const steps = fc.array(fc.tuple(id, fc.option(title)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, title, (history, query) => {
      const searched = new RecipeIndex();
      const there = new Map<string, string>();
      for (const [each, written] of history) {
        if (written === null) {
          searched.remove(each);
          there.delete(each);
        } else {
          searched.put(each, recipe(written));
          there.set(each, written);
        }
      }
      const plain = (text: string) => text.replaceAll('é', 'e').toLowerCase().replaceAll(/ +/g, ' ').trim();
      const prefix = plain(query);
      const expected = [...there].filter(([, written]) => prefix !== '' && plain(written).startsWith(prefix));
      const found = searched.find(query);
      if (expected.length === 0) return;
      expect(found).toHaveLength(Math.min(10, expected.length));
      expect(expected.map(([each]) => each)).toEqual(expect.arrayContaining(found));
    }),
  );
});

it('forgets what was revised thousands of times', () => {
  const index = indexOf(['other', recipe('Bread', { description: 'sourdough' })]);
  for (let n = 0; n < 5_000; n++) index.put('soup', recipe(`Soup ${n}`, { description: 'sourdough croutons' }));
  expect(index.find('sourdough')).toEqual(['soup', 'other']);
  expect(index.find('soup')).toEqual(['soup']);
  index.remove('soup');
  expect(index.find('sourdough')).toEqual(['other']);
  expect(index.find('croutons')).toEqual([]);
});
