import { describe, expect, test } from 'vitest';
import { checkDraft, stillWrong } from './post-check.ts';
import { emptyDraft } from './post-draft.ts';

describe('a draft is checked', () => {
  test('for title and text on the simple form, for the title alone on the typed one', () => {
    const blank = { ...emptyDraft, title: ' ', content: '\n' };
    expect(checkDraft(blank, false)).toEqual({ title: 'Title is required', content: 'Content is required' });
    expect(checkDraft(blank, true)).toEqual({ title: 'Title is required' });
    expect(checkDraft({ ...emptyDraft, title: 'Stew', content: 'Slowly.' }, false)).toEqual({});
  });
});

describe('what was wrong', () => {
  const errors = { title: 'Title is required', youtubeUrl: 'Invalid YouTube URL' };
  const before = { ...emptyDraft, youtubeUrl: 'https://youtu.be/short' };

  test('is wrong as long as its field stays as it is', () => {
    expect(stillWrong(errors, before, { ...before, content: 'Something else' })).toEqual(errors);
  });

  test('is not held against a field that was changed', () => {
    expect(stillWrong(errors, before, { ...before, title: 'S' })).toEqual({ youtubeUrl: 'Invalid YouTube URL' });
  });
});
