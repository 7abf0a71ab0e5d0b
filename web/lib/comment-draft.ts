import { useEffect } from 'react';
import { amendDraft, isFieldShown } from './drafts.ts';
import { useDraft } from './use-draft.ts';

const parseText = (stored: unknown) => (typeof stored === 'string' ? stored : undefined);
const keyOf = (reader: string | null, documentId: string) => `comment.${reader ?? 'visitor'}.${documentId}`;

/** The reader's unsent comment on a document, such as a post. `reader` is null for a visitor, who keeps the draft when they sign in. */
export function useCommentDraft(reader: string | null, documentId: string) {
  const draft = useDraft(keyOf(reader, documentId), '', parseText);
  useEffect(() => {
    if (reader !== null) adoptVisitorDraft(reader, documentId);
  }, [reader, documentId]);
  return draft;
}

function adoptVisitorDraft(reader: string, documentId: string): void {
  let visitorText = '';
  amendDraft(keyOf(null, documentId), (stored) => {
    visitorText = parseText(stored) ?? '';
    return undefined;
  });
  if (visitorText !== '') restoreComment(reader, documentId, visitorText);
}

/** Puts an unsent comment back into the draft, before any text written since then. */
export function restoreComment(author: string, documentId: string, text: string): void {
  amendDraft(keyOf(author, documentId), (stored) => [text, parseText(stored) ?? ''].filter(Boolean).join(' '));
}

export const isCommentFormShown = (author: string, documentId: string): boolean =>
  isFieldShown(keyOf(author, documentId));
