import { expect, test } from 'vitest';
import { MemoryEventLog } from '../../tests/support/memory-event-log.ts';
import { InvalidSource, parseSource, sourcesOfField } from './sources.ts';

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

test('the sources of a field continue before the last one, with the authors of the values that each replaced', async () => {
  const log = new MemoryEventLog();
  const stream = 'groceryList-home';
  const milk = { id: 'milk', name: 'Milk', amount: '1', unit: 'l', order: 0 };
  const restored = { ...milk, addedBy: 'ann', addedAt: '2026-01-01T00:00:00.000Z' };
  const [added, removed, putBack] = [
    log.append(stream, 'GroceryItemsAdded', { items: [milk] }, 'ann'),
    log.append(stream, 'GroceryItemRemoved', { itemId: 'milk', name: 'Milk' }, 'ben'),
    log.append(stream, 'GroceryItemsRestored', { items: [restored] }, 'cat'),
  ];
  const found = async (before?: bigint) => {
    const range = { limit: 10, ...(before !== undefined && { before }) };
    return (await sourcesOfField(log, stream, 'amount', range)).map(({ event, authors }) => [event.position, authors]);
  };
  const older = [
    [removed, ['ann']],
    [added, []],
  ];
  expect(await found()).toEqual([[putBack, []], ...older]);
  expect(await found(putBack)).toEqual(older);
});
