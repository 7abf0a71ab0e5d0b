import { expect, test } from 'vitest';
import type { Write } from '../read-models/read-model-store.ts';
import { toApplied } from './applied-batch.ts';

const note = (id: string, text: string): Write => ({
  kind: 'put',
  collection: 'notes',
  id,
  value: { text },
  position: 9n,
});
const applied = (...writes: Write[]) => toApplied('notes', { events: [], writes, position: 9n });

test('shows the documents that were put, each as it was put last', () => {
  const { document, documentsIn } = applied(note('a', 'old'), note('b', 'other'), note('a', 'new'));
  expect(document('notes', 'a')).toEqual({ text: 'new' });
  expect(document('notes', 'c')).toBeUndefined();
  expect([...documentsIn('notes')]).toEqual([
    ['a', { text: 'new' }],
    ['b', { text: 'other' }],
  ]);
});

test('shows no document that was removed, unless it was put again', () => {
  const remove = (id: string): Write => ({ kind: 'remove', collection: 'notes', id });
  const { document, documentsIn } = applied(remove('a'), note('b', 'old'), remove('b'), remove('c'), note('c', 'new'));
  expect([...documentsIn('notes')]).toEqual([['c', { text: 'new' }]]);
  expect(document('notes', 'b')).toBeUndefined();
});

test('shows what was removed from an index, and no document of a collection without a change', () => {
  const { document, documentsIn, removedFromIndex } = applied(
    { kind: 'index', index: 'newest', member: 'a', score: 1 },
    { kind: 'unindex', index: 'newest', member: 'b' },
  );
  expect([removedFromIndex('newest', 'a'), removedFromIndex('newest', 'b')]).toEqual([false, true]);
  expect([document('notes', 'a'), documentsIn('notes').size]).toEqual([undefined, 0]);
});
