import { expect, it, onTestFinished } from 'vitest';
import { all, idsOf, named, recipe } from '../../tests/support/searched-recipes.ts';
import { Postings } from './postings.ts';
import { RecipeIndex } from './recipe-index.ts';

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
