import { describe, expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

describe('the summary of an event', () => {
  it.each([
    [{ items: [{ name: 'Bread' }, { name: 'Butter', amount: '250', unit: 'g' }] }, 'Bread, Butter, 250 g'],
    [{ items: ['a', 'b', 'c', 'd', 'e'].map((name) => ({ name })) }, 'a, b and 3 more'],
    [
      { itemId: '1', name: 'Eggs', amount: '6', unit: '', from: { name: 'Eggs', amount: '4', unit: '' } },
      'Eggs: 4 → 6',
    ],
    [{ name: 'Milk', from: { name: 'Mlik' } }, 'Mlik → Milk'],
    [{ name: 'Salt', assignedTo: 'CTQ3t1els', from: { name: 'Salt', assignedTo: '' } }, 'Salt: assigned'],
    [{ name: 'Salt', assignedTo: '', from: { name: 'Salt', assignedTo: 'CTQ3t1els' } }, 'Salt: no longer assigned'],
    [{ title: 'Leek soup', body: { content: 'Hot' } }, 'Leek soup'],
    [{ title: 'Ramen', ingredients: [{ name: 'Noodles' }] }, 'Ramen'],
    [{ recipe: { title: 'Ramen' } }, 'Ramen'],
    [{}, ''],
  ])('of %j is %s', (data, text) => {
    expect(summaryOf(data)).toBe(text);
  });

  it('is short, however long a text is', () => {
    expect(summaryOf({ content: 'long '.repeat(1_000) }).length).toBeLessThanOrEqual(80);
  });
});
