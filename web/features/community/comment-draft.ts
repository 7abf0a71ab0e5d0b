import { useEffect } from 'react';
import { amendDraft } from '../../lib/drafts.ts';
import { useDraft } from '../../lib/use-draft.ts';

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const keyOf = (reader: string | null, postId: string) => `comment.${reader ?? 'visitor'}.${postId}`;

/** The user's unsent comment on a post. `reader` is null for a visitor, whose draft they keep when they sign in to send it. */
export function useCommentDraft(reader: string | null, postId: string) {
  const draft = useDraft(keyOf(reader, postId), '', parseText);
  useEffect(() => {
    if (reader !== null) adoptVisitorDraft(reader, postId);
  }, [reader, postId]);
  return draft;
}

function adoptVisitorDraft(reader: string, postId: string): void {
  let visitorText = '';
  amendDraft(keyOf(null, postId), (written) => {
    visitorText = parseText(written) ?? '';
    return undefined;
  });
  if (visitorText !== '') restoreComment(reader, postId, visitorText);
}

/** Puts a comment that could not be sent back into the draft, before any text that was written since. */
export function restoreComment(author: string, postId: string, text: string): void {
  amendDraft(keyOf(author, postId), (written) => [text, parseText(written) ?? ''].filter(Boolean).join(' '));
}
