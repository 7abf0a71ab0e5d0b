import { type FieldErrors, requiredProblem } from '../../lib/field-checks.ts';
import type { PostDraft } from './post-draft.ts';

/** @param typed whether it is the form with a choice of type, which wants a title only */
export const checkDraft = ({ title, content }: PostDraft, typed: boolean): FieldErrors<PostDraft> => ({
  title: requiredProblem(title, 'Title is required'),
  content: typed ? undefined : requiredProblem(content, 'Content is required'),
});
