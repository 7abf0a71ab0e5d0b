import { expect, test } from 'vitest';
import { hashtagsIn, tagsOf } from './hashtags.ts';

test.each([
  ['#Potluck', ['potluck']],
  ['Good (#soup), #BREAD.', ['soup', 'bread']],
  ['#two_words #2nd #Crème', ['two_words', '2nd', 'crème']],
  ['#42 C# a#b ##x &#39; https://a.b/#part https://a.b/c#part', []],
  [`#${'x'.repeat(51)}`, []],
  ['🍲#soup ❤️#bread 👩🏽‍🍳#cook 今日は、#味噌汁。「#朝食」#和食', ['soup', 'bread', 'cook', '味噌汁', '朝食', '和食']],
  ['#نان\u200Cسنگک #क्\u200Dष #a\u200C', ['نان\u200Cسنگک', 'क्\u200Dष', 'a']],
  ['#Cre\u0300me #crème', ['crème']],
])('finds the hashtags of %j', (text, tags) => {
  expect(tagsOf(text)).toEqual(tags);
});

test('gives the place of a hashtag with its sign', () => {
  expect(hashtagsIn('Very #Good!')).toEqual([{ start: 5, end: 10, tag: 'good' }]);
});

test('takes time in proportion to the text', () => {
  const elapsed = (text: string): number => {
    const before = process.cpuUsage();
    hashtagsIn(text);
    return process.cpuUsage(before).user / 1_000;
  };
  expect(elapsed(` #${'1'.repeat(20_000)}`) + elapsed(' #'.repeat(10_000)) + elapsed('#'.repeat(20_000))).toBeLessThan(
    500,
  );
});
