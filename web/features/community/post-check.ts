import { type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import { photosProblem } from '../../photos/photo-draft.ts';
import type { PostDraft } from './post-draft.ts';

/** @param hasType whether the form has a choice of type: then only the title is required */
export const checkDraft = (
  { type, title, content, sendingPhotos }: PostDraft,
  hasType: boolean,
): FieldErrors<PostDraft> => ({
  title: requiredProblem(title, 'Title is required'),
  photos: hasType && type === 'image' ? photosProblem(sendingPhotos) : undefined,
  content: hasType ? undefined : requiredProblem(content, 'Content is required'),
});
