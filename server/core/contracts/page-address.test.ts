import { expect, test } from 'vitest';
import { pageAddressOf } from './page-address.ts';

test.each([
  ['https://example.org/soup', 'https://example.org/soup'],
  ['  http://example.org ', 'http://example.org/'],
  ['www.example.org/soup?id=5', 'https://www.example.org/soup?id=5'],
  ['example.org:8080/soup', 'https://example.org:8080/soup'],
])('%j is the page %s', (text, address) => {
  expect(pageAddressOf(text)).toBe(address);
});

test.each([
  '',
  'soup',
  'a video',
  'Soup. Boil water',
  'ftp://example.org/',
  'javascript:alert(1)',
  'https://youtu.be/x',
  'https://www.youtube.com/watch?v=short',
  'localhost',
])('%j is no page', (text) => {
  expect(pageAddressOf(text)).toBeUndefined();
});
