import { type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import type { PostDraft } from './post-draft.ts';

/** @param hasType whether the form has a choice of type: then only the title is required */
export const checkDraft = ({ title, content }: PostDraft, hasType: boolean): FieldErrors<PostDraft> => ({
  title: requiredProblem(title, 'Title is required'),
  content: hasType ? undefined : requiredProblem(content, 'Content is required'),
});
