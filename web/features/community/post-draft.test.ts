import { describe, expect, test } from 'vitest';
import { emptyDraft, parseDraft, toPostForm } from './post-draft.ts';

const draft = {
  type: 'image' as const,
  title: ' Salad ',
  content: 'Feta',
  photos: [],
  imageUrl: 'https://a.example/b',
  youtubeUrl: 'x',
  draftId: 'd1',
};

describe('a stored draft', () => {
  test('is restored unchanged', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  test.each([null, 'text', 3])('that is not an object (%s) is ignored', (stored) => {
    expect(parseDraft(stored)).toBeUndefined();
  });

  test('with invalid fields gets their default values', () => {
    expect(parseDraft({ type: 'tiktok', title: 7, content: 'Feta' })).toEqual({ ...emptyDraft, content: 'Feta' });
  });
});

test('toPostForm returns only the fields of the chosen type', () => {
  expect(toPostForm(draft)).toEqual({
    type: 'image',
    title: 'Salad',
    content: 'Feta',
    imageUrl: 'https://a.example/b',
  });
  expect(toPostForm({ ...draft, type: 'youtube' })).toEqual({
    type: 'youtube',
    title: 'Salad',
    content: 'Feta',
    youtubeUrl: 'x',
  });
  expect(toPostForm({ ...draft, type: 'text' })).toEqual({ type: 'text', title: 'Salad', content: 'Feta' });
});
