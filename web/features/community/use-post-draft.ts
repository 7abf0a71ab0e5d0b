import { useKeptDraft } from '../../lib/use-kept-draft.ts';
import { emptyDraft, isBlank, type PostDraft, parseDraft } from './post-draft.ts';

/** The user's unsent post, one of several. Both forms share it, so that a user who adds a picture keeps their text. */
export const usePostDraft = (uid: string) =>
  useKeptDraft<PostDraft>({ key: `post.${uid}`, initial: emptyDraft, parse: parseDraft, isBlank, uid, kind: 'post' });
