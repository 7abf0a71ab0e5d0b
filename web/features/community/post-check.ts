import type { FieldErrors } from '../../lib/field-errors.ts';
import type { PostDraft } from './post-draft.ts';

/** @param typed whether it is the form with a choice of type, which wants a title only */
export function checkDraft({ title, content }: PostDraft, typed: boolean): FieldErrors<PostDraft> {
  return {
    ...(title.trim() === '' && { title: 'Title is required' }),
    ...(!typed && content.trim() === '' && { content: 'Content is required' }),
  };
}
