import { expect, test } from 'vitest';
import { checkDraft } from './post-check.ts';
import { emptyDraft } from './post-draft.ts';

test('requires title and text on the simple form, and only a title on the form with a type', () => {
  const blank = { ...emptyDraft, title: ' ', content: '\n' };
  expect(checkDraft(blank, false)).toEqual({ title: 'Title is required', content: 'Content is required' });
  expect(checkDraft(blank, true)).toEqual({ title: 'Title is required' });
  expect(checkDraft({ ...emptyDraft, title: 'Stew', content: 'Slowly.' }, false)).toEqual({});
});
