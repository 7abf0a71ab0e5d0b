import { useEffect } from 'react';
import { amendDraft } from '../../lib/drafts.ts';
import { useDraft } from '../../lib/use-draft.ts';

const asText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const keyOf = (reader: string | null, postId: string) => `comment.${reader ?? 'visitor'}.${postId}`;

/** The unsent comment of a reader below a post; null is a visitor, whose words go with him as he signs in to send them. */
export function useCommentDraft(reader: string | null, postId: string) {
  const draft = useDraft(keyOf(reader, postId), '', asText);
  useEffect(() => {
    if (reader !== null) takeAlong(reader, postId);
  }, [reader, postId]);
  return draft;
}

function takeAlong(reader: string, postId: string): void {
  let asVisitor = '';
  amendDraft(keyOf(null, postId), (written) => {
    asVisitor = asText(written) ?? '';
    return undefined;
  });
  if (asVisitor !== '') putCommentBack(reader, postId, asVisitor);
}

/** A comment that could not be sent is there to be sent again, before what was written since. */
export function putCommentBack(author: string, postId: string, text: string): void {
  amendDraft(keyOf(author, postId), (written) => [text, asText(written) ?? ''].filter(Boolean).join(' '));
}
