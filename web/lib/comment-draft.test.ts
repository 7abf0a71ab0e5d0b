import { beforeEach, expect, test, vi } from 'vitest';
import { adoptVisitorDraft, restoreComment } from './comment-draft.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
});

const storedDrafts = () => Object.fromEntries([...stored].map(([key, json]) => [key, JSON.parse(json)]));

test('restores a comment that could not be sent, even if its field is not on the screen', () => {
  restoreComment('mia', 'p1', { text: 'Lovely!' });
  expect(storedDrafts()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely!' });
});

test('keeps text written since then, after the restored comment', () => {
  restoreComment('mia', 'p1', { text: 'How long did it bake?' });
  restoreComment('mia', 'p1', { text: 'Lovely!' });
  expect(storedDrafts()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely! How long did it bake?' });
});

test('restores a comment for its author only', () => {
  restoreComment('mia', 'p1', { text: 'Lovely!' });
  restoreComment('sam', 'p1', { text: 'Hm.' });
  expect(storedDrafts()).toEqual({ 'potluck.draft.comment.mia.p1': 'Lovely!', 'potluck.draft.comment.sam.p1': 'Hm.' });
});

test('restores the photos of a comment before those that were added since then, for its author only', () => {
  const photo = (id: string) => ({ id, alt: '', placeholder: '', pictures: [] });
  stored.set('potluck.draft.comment-photos.mia.p1', JSON.stringify([photo('later')]));
  restoreComment('mia', 'p1', { text: '', photos: [photo('first'), photo('second')] });
  const photos: { id: string }[] = storedDrafts()['potluck.draft.comment-photos.mia.p1'];
  expect(photos.map(({ id }) => id)).toEqual(['first', 'second', 'later']);
  expect(stored.has('potluck.draft.comment-photos.visitor.p1')).toBe(false);
});

test('gives the comment of a visitor to the user who signs in, once', () => {
  stored.set('potluck.draft.comment.visitor.p1', JSON.stringify('Lovely!'));
  stored.set('potluck.draft.comment.visitor.p2', JSON.stringify('Hm.'));
  for (let n = 0; n < 2; n++) adoptVisitorDraft('mia', 'p1');
  expect(storedDrafts()).toEqual({
    'potluck.draft.comment.mia.p1': 'Lovely!',
    'potluck.draft.comment.visitor.p2': 'Hm.',
  });
  adoptVisitorDraft('mia', 'p3');
  expect(storedDrafts()).not.toHaveProperty(['potluck.draft.comment.mia.p3']);
});
