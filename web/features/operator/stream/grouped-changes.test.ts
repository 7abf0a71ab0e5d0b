import { describe, expect, it } from 'vitest';
import { groupedChanges } from './grouped-changes.ts';
import type { Difference, Field } from './labels.ts';

const eggs = '0199c596-afad-7123-a184-f021752e0d00';
const feta = '0199c598-192f-7b01-a745-a9230daf3c47';
const documents = { 'lists/mia': { revision: '5', items: [{ id: eggs, name: 'Eggs', amount: '6' }] } };
const by = (actor: string, position: string) => ({
  ...{ actor, position },
  ...{ at: '2026-09-23T18:04:37.000Z', type: 'GroceryItemChanged', command: 'c' },
});
/** All by one event. */
const changed = (fields: readonly Field[]): Difference[] => fields.map((field) => ({ ...field, ...by('sam', '36') }));
const at = (id: string, field: string) => `lists/mia/items/${id}/${field}`;

describe('the changes between two points', () => {
  it('of a field are named by the thing that has it, without bookkeeping', () => {
    const items = [
      { path: 'lists/mia/revision', from: '4', to: '5' },
      { path: at(eggs, 'amount'), from: '4', to: '6' },
      { path: at(eggs, 'changedBy/uid'), to: 'sam' },
    ];
    expect(groupedChanges(changed(items), documents)).toMatchObject([
      { key: `lists/mia/${eggs}`, thing: 'Eggs', kind: 'changed', fields: [{ field: 'amount', from: '4', to: '6' }] },
    ]);
  });

  it('of a whole thing are one change', () => {
    const fields = { id: feta, name: 'Feta', amount: '200', unit: 'g', checked: false };
    const added = Object.entries(fields).map(([field, to]) => ({ path: at(feta, field), to }));
    expect(groupedChanges(changed(added), documents)).toMatchObject([
      { thing: 'Feta, 200 g', kind: 'added', fields: [] },
    ]);
    const removed = Object.entries(fields).map(([field, from]) => ({ path: at(feta, field), from }));
    expect(groupedChanges(changed(removed), documents)).toMatchObject([{ thing: 'Feta, 200 g', kind: 'removed' }]);
  });

  it('of a thing that gets a value for the first time are a change, not a new thing', () => {
    const items = changed([{ path: at(eggs, 'note'), to: 'Large ones' }]);
    expect(groupedChanges(items, documents)).toMatchObject([
      { thing: 'Eggs', kind: 'changed', fields: [{ field: 'note', from: undefined, to: 'Large ones' }] },
    ]);
  });

  it('of a checked item are one change, in words of its own', () => {
    const check = { path: at(eggs, 'checked'), from: false, to: true };
    const checked = changed([check, { path: at(eggs, 'checkedBy/name'), to: 'Sam' }]);
    expect(groupedChanges(checked, documents)).toMatchObject([{ thing: 'Eggs, 6', kind: 'checked', fields: [] }]);
    const unchecked = changed([{ ...check, from: true, to: false }]);
    expect(groupedChanges(unchecked, documents)).toMatchObject([{ thing: 'Eggs, 6', kind: 'unchecked' }]);
    const both = changed([check, { path: at(eggs, 'amount'), from: '4', to: '6' }]);
    expect(groupedChanges(both, documents)).toMatchObject([{ kind: 'changed', fields: [{}, {}] }]);
  });

  it('are each by who made it, whatever was changed beside it', () => {
    const items = [
      { path: at(eggs, 'amount'), from: '4', to: '6', ...by('sam', '99') },
      { path: at(eggs, 'note'), to: 'Large ones', ...by('jo', '101') },
      { path: at(feta, 'id'), to: feta, ...by('mia', '90') },
      { path: at(feta, 'name'), to: 'Feta, organic', ...by('jo', '95') },
    ];
    expect(groupedChanges(items, documents)).toMatchObject([
      { kind: 'changed', fields: [{ actor: 'sam' }, { actor: 'jo' }] },
      { kind: 'added', thing: 'Feta, organic', actor: 'mia' },
    ]);
    const check = { path: at(eggs, 'checked'), from: false, to: true, ...by('sam', '99') };
    const renamed = { path: at(eggs, 'addedBy/name'), from: 'Jo', to: 'Joe', ...by('jo', '101') };
    expect(groupedChanges([check, renamed], documents)).toMatchObject([{ kind: 'checked', actor: 'sam' }]);
  });
});
