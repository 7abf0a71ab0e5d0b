import { expect, test } from 'vitest';
import { BatchWorkspace } from './batch-workspace.ts';

test('writes a document once per batch, with its last value', () => {
  const workspace = new BatchWorkspace();
  workspace.learn('dishes', 'a', { likes: 1 });
  for (const position of [10n, 20n]) {
    workspace.begin(position);
    const { likes } = workspace.get<{ likes: number }>('dishes', 'a') ?? { likes: 0 };
    workspace.put('dishes', 'a', { likes: likes + 1 });
  }
  workspace.put('dishes', 'b', { likes: 0 });
  workspace.remove('dishes', 'b');
  expect(workspace.takeWrites()).toEqual([
    { kind: 'put', collection: 'dishes', id: 'a', value: { likes: 3 }, position: 20n },
    { kind: 'remove', collection: 'dishes', id: 'b' },
  ]);
  expect(workspace.takeWrites()).toEqual([]);
});

test('keeps written and missing documents for the next batch', () => {
  const workspace = new BatchWorkspace();
  workspace.learn('dishes', 'missing', undefined);
  workspace.begin(10n);
  workspace.put('dishes', 'a', { likes: 1 });
  workspace.takeWrites();
  expect(workspace.knows('dishes', 'a')).toBe(true);
  expect(workspace.get('dishes', 'a')).toEqual({ likes: 1 });
  expect(workspace.knows('dishes', 'missing')).toBe(true);
  expect(workspace.get('dishes', 'missing')).toBeUndefined();
  expect(workspace.knows('dishes', 'never loaded')).toBe(false);
});

test('keeps an uncommitted change when the document is loaded', () => {
  const workspace = new BatchWorkspace();
  workspace.begin(10n);
  workspace.put('dishes', 'a', { likes: 2 });
  workspace.learn('dishes', 'a', { likes: 1 });
  expect(workspace.get('dishes', 'a')).toEqual({ likes: 2 });
});

test('refuses a range that the needs do not name, and a score that is no number', () => {
  const workspace = new BatchWorkspace();
  workspace.begin(10n, new Map([['newest', [{ member: 'a', score: 1 }]]]));
  expect(workspace.range('newest')).toEqual([{ member: 'a', score: 1 }]);
  expect(() => workspace.range('oldest')).toThrow('needs do not name');
  expect(() => workspace.index('newest', 'a', Number.NaN)).toThrow(RangeError);
});
