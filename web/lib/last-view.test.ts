import { beforeEach, expect, test, vi } from 'vitest';
import { forgetLastView, lastViewOf, saveLastView } from './last-view.ts';

const list = '<ul><li>Milk</li></ul>';
const stored = new Map<string, string>();
let entry: string;

beforeEach(() => {
  stored.clear();
  entry = '/assets/index-1.js';
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
  vi.stubGlobal('location', { pathname: '/grocery-list', search: '?list=1' });
  vi.stubGlobal('document', { querySelector: () => ({ getAttribute: () => entry }) });
  saveLastView('mia', list);
});

test('is shown to the user who saw it, at its address', () => {
  expect(lastViewOf('mia')).toBe(list);
  vi.stubGlobal('location', { pathname: '/grocery-list', search: '?list=2' });
  expect(lastViewOf('mia')).toBeUndefined();
});

test('is not shown to another user', () => {
  expect(lastViewOf('sam')).toBeUndefined();
});

test('is not shown by another release, which has other class names', () => {
  entry = '/assets/index-2.js';
  expect(lastViewOf('mia')).toBeUndefined();
});

test('is gone once it is forgotten', () => {
  forgetLastView();
  expect(lastViewOf('mia')).toBeUndefined();
  expect(stored.size).toBe(0);
});
