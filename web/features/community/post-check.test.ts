import { expect, test } from 'vitest';
import { checkDraft } from './post-check.ts';
import { emptyDraft } from './post-draft.ts';

test('a draft is checked for title and text on the simple form, for the title alone on the typed one', () => {
  const blank = { ...emptyDraft, title: ' ', content: '\n' };
  expect(checkDraft(blank, false)).toEqual({ title: 'Title is required', content: 'Content is required' });
  expect(checkDraft(blank, true)).toEqual({ title: 'Title is required' });
  expect(checkDraft({ ...emptyDraft, title: 'Stew', content: 'Slowly.' }, false)).toEqual({});
});
