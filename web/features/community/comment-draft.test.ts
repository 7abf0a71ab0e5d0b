import { beforeEach, expect, test, vi } from 'vitest';
import { putCommentBack } from './comment-draft.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const written = () => Object.fromEntries([...stored].map(([key, json]) => [key, JSON.parse(json)]));

test('a comment that could not be sent is in the draft, although its field has gone', () => {
  putCommentBack('mia', 'p1', 'Lovely!');
  expect(written()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely!' });
});

test('what was written since stays, after it', () => {
  putCommentBack('mia', 'p1', 'How long did it bake?');
  putCommentBack('mia', 'p1', 'Lovely!');
  expect(written()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely! How long did it bake?' });
});

test('it is for its author only', () => {
  putCommentBack('mia', 'p1', 'Lovely!');
  putCommentBack('sam', 'p1', 'Hm.');
  expect(written()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely!', 'potluck.draft.comment.sam.p1': 'Hm.' });
});
