import { expect, test, vi } from 'vitest';
import { createStore } from './store.ts';

test('tells a change to everybody who follows, and an equal value to nobody', () => {
  const store = createStore('offline');
  const seen: string[] = [];
  const stop = store.subscribe(() => seen.push(store.get()));
  store.set('live');
  store.set('live');
  stop();
  store.set('offline');
  expect(seen).toEqual(['live']);
});

test('whoever begins to follow while a change is told hears of the next one', () => {
  const store = createStore(0);
  const late = vi.fn();
  store.subscribe(() => store.subscribe(late));
  store.set(1);
  expect(late).not.toHaveBeenCalled();
  store.set(2);
  expect(late).toHaveBeenCalledTimes(1);
});
