import { describe, expect, it } from 'vitest';
import { findingIn, queryOf, toggled } from './finding.ts';

const find = (query: string) => findingIn(new URLSearchParams(query));

describe('the address of a page of results', () => {
  it('has all of the search, in the form that the API takes', () => {
    const query =
      'q=garlic+soup&cuisine=Italian&cuisine=Thai&author=kq3Zb&atHand=eggs%2C+large&atHand=tofu&difficulty=Easy&maxMinutes=45&onlyCookable=true&liked=true&sort=mostLiked';
    expect(find(query)).toEqual({
      ...{ q: 'garlic soup', cuisine: ['Italian', 'Thai'], author: ['kq3Zb'], difficulty: 'Easy', maxMinutes: 45 },
      ...{ atHand: ['eggs, large', 'tofu'], onlyCookable: true, liked: true, sort: 'mostLiked' },
    });
    expect(queryOf(find(query)).toString()).toBe(query);
    expect(queryOf(find('')).toString()).toBe('');
  });

  it('ignores what the API would refuse', () => {
    const query = `q=${'x'.repeat(300)}&maxMinutes=1e9&difficulty=hard&author=no%20id&sort=worst&cuisine=&cuisine=Thai&cuisine=THAI`;
    expect(find(query)).toEqual({ ...find(''), q: 'x'.repeat(200), cuisine: ['THAI'] });
    expect(find('maxMinutes=0&maxMinutes=5').maxMinutes).toBeUndefined();
    expect(find('onlyCookable=true&sort=fewestMissing')).toEqual(find(''));
  });

  it('treats values alike whatever their capitals', () => {
    expect(toggled(['Thai', 'Greek'], 'thai')).toEqual(['Greek']);
    expect(toggled(['Thai'], 'Greek')).toEqual(['Thai', 'Greek']);
  });
});
