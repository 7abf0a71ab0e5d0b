import { expect, test } from 'vitest';
import { isPost } from './navigation.ts';

test('only the page of a post has the form for comments in place of the bottom bar', () => {
  const paths = [
    '/community',
    '/community/new',
    '/community/following',
    '/community/following/',
    '/community/8f1c',
    '/',
  ];
  expect(paths.filter(isPost)).toEqual(['/community/8f1c']);
});
