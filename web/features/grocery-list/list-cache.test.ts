import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GroceryItem } from '../../../server/core/contracts/grocery-list.ts';
import { Spread } from '../../../tests/support/spread.ts';
import { type CachedList, foldAdded, foldAnswer, foldChange, fromAnswer, type ListChange } from './list-cache.ts';

const listId = 'the-list';
const person = { uid: 'tom', name: 'Tom' };

const item = (order: number, name = `Item ${order}`, checked = false): GroceryItem => ({
  id: `item-${order}`,
  name,
  amount: '',
  unit: '',
  checked,
  addedBy: person,
  addedAt: '2026-10-01T18:40:00.000Z',
  order,
});

const list = (items: GroceryItem[], position = '10'): CachedList =>
  fromAnswer({ listId, revision: null, items }, position);

/** What a server would have: a log of changes, each one position further, and the list after each of them. */
type Step = { kind: 'add' | 'rename' | 'check' | 'remove' | 'clear'; pick: number };
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom<Step['kind'][]>('add', 'add', 'add', 'add', 'add', 'rename', 'check', 'remove', 'clear'),
    pick: fc.nat(),
  }),
  { maxLength: 30, size: 'max' },
);

function played(history: Step[]): { states: GroceryItem[][]; changes: ListChange[] } {
  const states: GroceryItem[][] = [[]];
  const changes: ListChange[] = [];
  let order = 0;
  for (const [i, { kind, pick }] of history.entries()) {
    const before = states.at(-1) ?? [];
    const chosen = before[pick % Math.max(1, before.length)];
    const position = String(i + 1);
    const change = (changed: GroceryItem[], removed: string[]) => {
      changes.push({ position, changed, removed });
      const touched = new Set([...removed, ...changed.map(({ id }) => id)]);
      states.push([...before.filter(({ id }) => !touched.has(id)), ...changed].sort((a, b) => a.order - b.order));
    };
    if (kind === 'add') change([item(order++)], []);
    else if (kind === 'clear')
      change(
        [],
        before.map(({ id }) => id),
      );
    else if (!chosen) change([], []);
    else if (kind === 'rename') change([{ ...chosen, name: `Renamed ${i}` }], []);
    else if (kind === 'check') change([{ ...chosen, checked: !chosen.checked }], []);
    else change([], [chosen.id]);
  }
  return { states, changes };
}

const folded = (start: CachedList, changes: readonly ListChange[]): CachedList =>
  changes.reduce((known, change) => foldChange(known, change), start);

describe('folding live changes into the cached list', () => {
  test('any order and any repetition of the messages ends in what the server has', () => {
    const scenario = steps.chain((history) => {
      const { states, changes } = played(history);
      return fc.record({
        states: fc.constant(states),
        changes: fc.constant(changes),
        readAt: fc.nat(history.length),
        delivered: fc
          .tuple(fc.shuffledSubarray(changes, { minLength: changes.length }), fc.shuffledSubarray(changes))
          .map((all) => all.flat()),
      });
    });
    const compared = new Spread();
    const received = new Spread();
    fc.assert(
      fc.property(scenario, ({ states, readAt, delivered }) => {
        compared.add(states.at(-1)?.length ?? 0);
        received.add(delivered.length);
        const start = fromAnswer({ listId, revision: null, items: states[readAt] ?? [] }, String(readAt));
        expect(folded(start, delivered).items).toEqual(states.at(-1));
      }),
    );
    expect(compared.share(1)).toBeGreaterThan(0.5);
    expect(received.mean).toBeGreaterThan(10);
  });

  test('a fresh read and the messages about later positions mix in any order', () => {
    const scenario = steps.chain((history) =>
      fc.record({
        played: fc.constant(played(history)),
        readAt: fc.nat(history.length),
        readAgainAt: fc.nat(history.length),
        answerAfter: fc.nat(history.length),
      }),
    );
    fc.assert(
      fc.property(scenario, ({ played: { states, changes }, readAt, readAgainAt, answerAfter }) => {
        const start = fromAnswer({ listId, revision: null, items: states[readAt] ?? [] }, String(readAt));
        const meanwhile = folded(start, changes.slice(0, answerAfter));
        const again = fromAnswer(
          { listId, revision: null, items: states[readAgainAt] ?? [] },
          String(readAgainAt),
          meanwhile,
        );
        expect(folded(again, changes.slice(answerAfter)).items).toEqual(states.at(-1));
      }),
    );
  });

  test('a message that tells nothing new gives the same list back, so that nothing is drawn again', () => {
    const start = list([item(1)]);
    expect(foldChange(start, { position: '10', changed: [item(1, 'Old')], removed: [] })).toBe(start);
    expect(foldChange(start, { position: '9', changed: [], removed: ['item-1'] })).toBe(start);
    const renamed = foldChange(start, { position: '11', changed: [item(1, 'New')], removed: [] });
    expect(foldChange(renamed, { position: '11', changed: [item(1, 'New')], removed: [] })).toBe(renamed);
  });

  test('a removed item does not come back by a late message, but by a later one', () => {
    const removed = foldChange(list([item(1)]), { position: '12', changed: [], removed: ['item-1'] });
    expect(foldChange(removed, { position: '11', changed: [item(1)], removed: [] }).items).toEqual([]);
    expect(foldChange(removed, { position: '13', changed: [item(1)], removed: [] }).items).toEqual([item(1)]);
  });

  test('positions of different length compare as numbers', () => {
    const start = list([item(1)], '9');
    expect(foldChange(start, { position: '10', changed: [item(1, 'New')], removed: [] }).items[0]?.name).toBe('New');
  });

  test('an answer older than what is shown is not taken', () => {
    const start = list([item(1)], '20');
    expect(fromAnswer({ listId, revision: null, items: [] }, '19', start)).toBe(start);
  });

  test('what is forgotten after a fresh read is what that read includes', () => {
    const told = foldChange(list([item(1)]), { position: '12', changed: [item(1, 'New'), item(2)], removed: [] });
    expect(fromAnswer({ listId, revision: null, items: [item(1, 'New'), item(2)] }, '12', told).versions.parts).toEqual(
      {},
    );
  });
});

describe('news', () => {
  const shows = ({ name }: GroceryItem) => name === 'Known';

  test('marks what the screen does not show yet, and forgets it later', () => {
    const change = { position: '11', changed: [item(1, 'Known'), item(2, 'New')], removed: [] };
    const first = foldChange(list([]), change, { at: 1_000, shows });
    expect(first.news).toEqual({ 'item-2': 1_000 });
    const later = foldChange(first, { position: '12', changed: [item(3)], removed: [] }, { at: 9_000, shows });
    expect(later.news).toEqual({ 'item-3': 9_000 });
  });
});

test('of changes that were recorded together, the one of the message stands, whichever comes first', () => {
  const answer = { position: '12', changed: [item(1, 'Milk', true)], removed: [] };
  const message = { position: '12', changed: [item(1, 'Milk', false)], removed: [] };
  const start = list([item(1, 'Milk')]);
  expect(foldChange(foldAnswer(start, answer), message).items).toEqual(message.changed);
  expect(foldAnswer(foldChange(start, message), answer).items).toEqual(message.changed);
  const removed = { position: '12', changed: [], removed: ['item-1'] };
  expect(foldChange(foldAnswer(start, answer), removed).items).toEqual([]);
});

test('clearing takes what was meant, not what was put back later or came meanwhile', () => {
  const start = list([item(1), item(2), item(3)]);
  const restored = foldChange(start, { position: '15', changed: [item(2, 'Back')], removed: [] });
  const cleared = foldAnswer(restored, { position: '12', changed: [], removed: ['item-1', 'item-2'] });
  expect(cleared.items).toEqual([item(2, 'Back'), item(3)]);
});

test('added items get the ids of the server in the order in which they were sent', () => {
  const added = foldAdded(list([item(1)]), '11', [item(2), item(3)], ['new-a', 'new-b']);
  expect(added.items).toHaveLength(3);
  expect(added.givenIds).toEqual({ 'new-a': 'item-2', 'new-b': 'item-3' });
});

test('an item that is gone is still known by the id under which it was shown first, also after a fresh read', () => {
  const added = foldAdded(list([]), '11', [item(1)], ['new-a']);
  expect(fromAnswer({ listId, revision: null, items: [] }, '12', added).givenIds).toEqual({ 'new-a': 'item-1' });
});

test('a list shows nothing of another that was shown before', () => {
  const before = foldChange(list([item(1)]), { position: '99', changed: [item(2)], removed: [] });
  const other = fromAnswer({ listId: 'another', revision: null, items: [item(3)] }, '12', before);
  expect(other.items).toEqual([item(3)]);
});

test('a fresh read leaves what was told later in its place', () => {
  const told = foldChange(list([item(1), item(3)]), { position: '12', changed: [item(2)], removed: [] });
  const read = fromAnswer({ listId, revision: null, items: [item(1), item(3)] }, '11', told);
  expect(read.items.map(({ order }) => order)).toEqual([1, 2, 3]);
});

test('the ids of items that were added earlier are kept when more are added', () => {
  const first = foldAdded(list([]), '11', [item(1)], ['new-1']);
  const both = foldAdded(first, '12', [item(2)], ['new-2']);
  expect(both.givenIds).toEqual({ 'new-1': 'item-1', 'new-2': 'item-2' });
});
