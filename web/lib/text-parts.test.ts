import { expect, test } from 'vitest';
import { findLinks } from './find-links.ts';
import { textParts, type Written } from './text-parts.ts';

const partsOf = (text: string, written: Partial<Written> = {}) =>
  textParts({ text, links: findLinks(text), ...written }).map(({ start: _, ...part }) => part);
const linksIn = (text: string) => findLinks(text).map(({ url }) => url);

test('splits a text into its links, hashtags and mentions', () => {
  const mentions = [{ uid: 'hana', name: 'Hana Mori' }];
  const text = '@Hana Mori won (https://example.org/a#b). #Potluck #1';
  expect(partsOf(text, { mentions })).toEqual([
    { kind: 'person', uid: 'hana', text: '@Hana Mori' },
    { kind: 'plain', text: ' won (' },
    { kind: 'link', url: 'https://example.org/a#b', text: 'https://example.org/a#b' },
    { kind: 'plain', text: '). ' },
    { kind: 'tag', tag: 'potluck', text: '#Potluck' },
    { kind: 'plain', text: ' #1' },
  ]);
});

test('makes no link of the last word of an excerpt', () => {
  const text = 'See https://example.org/rec';
  expect(partsOf(text, { isCut: true })).toEqual([{ kind: 'plain', text }]);
  expect(partsOf('#pot', { isCut: true })).toEqual([{ kind: 'plain', text: '#pot' }]);
});

test.each([
  ['https://example.org/a?b=1&c=2, and', ['https://example.org/a?b=1&c=2']],
  ['www.example.org.', ['https://www.example.org']],
  ['HTTP://EXAMPLE.ORG', ['HTTP://EXAMPLE.ORG']],
  ['https://exämple.org/ä', ['https://exämple.org/ä']],
  ['Done.It is good. mail@example.org ftp://a.b //a.b', []],
  ['javascript:alert(1) data:text/html,x mailto:a@b.org', []],
  ['https:// http://', []],
])('finds the addresses in %j', (text, urls) => {
  expect(linksIn(text)).toEqual(urls);
});
