import { expect, it } from 'vitest';
import { searchIn, withAccesses, withFilter } from './filters.ts';

const searchAt = (query: string) => searchIn(new URLSearchParams(query));

it('leaves out accesses, until they are wanted or searched for', () => {
  expect(searchAt('')).toEqual({ without: 'AccessRecorded' });
  expect(searchAt('actor=mia&event=7')).toEqual({ actor: 'mia', without: 'AccessRecorded' });
  for (const asked of ['type=AccessRecorded', 'correlation=r', 'command=c', 'stream=audit-eve']) {
    expect(searchAt(asked), asked).not.toHaveProperty('without');
  }
  const shown = withAccesses(new URLSearchParams('actor=mia'), true);
  expect(searchIn(shown)).toEqual({ actor: 'mia' });
  expect(searchIn(withAccesses(shown, false))).toHaveProperty('without');
});

it('changes one filter of an address, and keeps the chosen event', () => {
  const address = withFilter(new URLSearchParams('actor=mia&event=7'), { actor: '', stream: ' post-1 ' });
  expect(address.toString()).toBe('event=7&stream=post-1');
});
