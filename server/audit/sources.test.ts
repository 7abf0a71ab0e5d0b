import { expect, test } from 'vitest';
import { InvalidSource, parseSource } from './sources.ts';

const failure = (of: string, field?: string): unknown => {
  try {
    return parseSource(of, field);
  } catch (error) {
    return error;
  }
};

test('a source is a total or a stream', () => {
  expect(parseSource('feed')).toEqual({ kind: 'total', total: 'feed' });
  expect(parseSource('recipes')).toEqual({ kind: 'total', total: 'recipes' });
  expect(parseSource('post-1', 'likeCount')).toEqual({ kind: 'stream', stream: 'post-1', field: 'likeCount' });
  expect(parseSource('groceryList-a-b')).toEqual({ kind: 'stream', stream: 'groceryList-a-b', field: undefined });
});

test.each(['soup', 'toString', '', 'post-', '-1', 'post-1 2', 'post 1'])(
  '%j is neither, and the reason says so',
  (of) => {
    expect(failure(of)).toBeInstanceOf(InvalidSource);
    expect(failure(of)).toMatchObject({
      parameter: 'of',
      message: `${of} is neither feed nor recipes nor the name of a stream, such as post-ID`,
    });
  },
);

test('a total has no fields', () => {
  expect(failure('feed', 'likeCount')).toBeInstanceOf(InvalidSource);
  expect(failure('feed', 'likeCount')).toMatchObject({
    parameter: 'field',
    message: 'feed is a number, which has no fields',
  });
});
