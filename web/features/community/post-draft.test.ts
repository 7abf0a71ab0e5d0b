import { describe, expect, test } from 'vitest';
import { emptyDraft, formOf, parseDraft } from './post-draft.ts';

const draft = {
  type: 'image' as const,
  title: ' Salad ',
  content: 'Feta',
  imageUrl: 'https://a.example/b',
  youtubeUrl: 'x',
};

describe('a stored draft', () => {
  test('comes back as it was', () => {
    expect(parseDraft(JSON.parse(JSON.stringify(draft)))).toEqual(draft);
  });

  test.each([null, 'text', 3])('that is none (%s) is left alone', (stored) => {
    expect(parseDraft(stored)).toBeUndefined();
  });

  test('of another shape gives what can be read', () => {
    expect(parseDraft({ type: 'tiktok', title: 7, content: 'Feta' })).toEqual({ ...emptyDraft, content: 'Feta' });
  });
});

test('only the fields of the chosen type are sent', () => {
  expect(formOf(draft)).toEqual({ type: 'image', title: 'Salad', content: 'Feta', imageUrl: 'https://a.example/b' });
  expect(formOf({ ...draft, type: 'youtube' })).toEqual({
    type: 'youtube',
    title: 'Salad',
    content: 'Feta',
    youtubeUrl: 'x',
  });
  expect(formOf({ ...draft, type: 'text' })).toEqual({ type: 'text', title: 'Salad', content: 'Feta' });
});
