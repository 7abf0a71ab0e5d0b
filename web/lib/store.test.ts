import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('notifies subscribers of a change, but not of an equal value', () => {
  const store = createStore('offline');
  const seen: string[] = [];
  const unsubscribe = store.subscribe(() => seen.push(store.get()));
  store.set('live');
  store.set('live');
  unsubscribe();
  store.set('offline');
  expect(seen).toEqual(['live']);
});

test('notifies a subscriber that is added during a notification only of the next change', () => {
  const store = createStore(0);
  const late = vi.fn();
  store.subscribe(() => store.subscribe(late));
  store.set(1);
  expect(late).not.toHaveBeenCalled();
  store.set(2);
  expect(late).toHaveBeenCalledTimes(1);
});
