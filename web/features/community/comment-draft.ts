import { useEffect } from 'react';
import { amendDraft, isFieldShown } from '../../lib/drafts.ts';
import { useDraft } from '../../lib/use-draft.ts';

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const keyOf = (reader: string | null, postId: string) => `comment.${reader ?? 'visitor'}.${postId}`;

/** The reader's unsent comment on a post. `reader` is null for a visitor, who keeps the draft when they sign in. */
export function useCommentDraft(reader: string | null, postId: string) {
  const draft = useDraft(keyOf(reader, postId), '', parseText);
  useEffect(() => {
    if (reader !== null) adoptVisitorDraft(reader, postId);
  }, [reader, postId]);
  return draft;
}

function adoptVisitorDraft(reader: string, postId: string): void {
  let visitorText = '';
  amendDraft(keyOf(null, postId), (stored) => {
    visitorText = parseText(stored) ?? '';
    return undefined;
  });
  if (visitorText !== '') restoreComment(reader, postId, visitorText);
}

/** Puts an unsent comment back into the draft, before any text written since then. */
export function restoreComment(author: string, postId: string, text: string): void {
  amendDraft(keyOf(author, postId), (stored) => [text, parseText(stored) ?? ''].filter(Boolean).join(' '));
}

export const isCommentFormShown = (author: string, postId: string): boolean => isFieldShown(keyOf(author, postId));
