import { useEffect } from 'react';
import type { Comment } from '../../server/core/contracts/community.ts';
import { amendDraft, amendDraftOfLeaving, isFieldShown } from './drafts.ts';
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

/** Of the photos of that comment: `web/photos/` keeps them. */
export const photosKeyOf = (reader: string | null, documentId: string) =>
  `comment-photos.${reader ?? 'visitor'}.${documentId}`;

/** Gives what a visitor has written to the user who has signed in. */
export function adoptVisitorDraft(reader: string, documentId: string): void {
  let visitorText = '';
  amendDraft(keyOf(null, documentId), (stored) => {
    visitorText = parseText(stored) ?? '';
    return undefined;
  });
  if (visitorText !== '') restoreComment(reader, documentId, { text: visitorText });
}

/** Puts an unsent comment back into the draft, before any text and photos added since then. */
export function restoreComment(
  author: string,
  documentId: string,
  { text, photos = [] }: Pick<Comment, 'text' | 'photos'>,
  amend = amendDraft,
): void {
  amend(keyOf(author, documentId), (stored) => [text, parseText(stored) ?? ''].filter(Boolean).join(' '));
  if (photos.length === 0) return;
  amend(photosKeyOf(author, documentId), (stored) => [...photos, ...(Array.isArray(stored) ? stored : [])]);
}

/** Puts a comment back whose author is leaving before it was sent. */
export const restoreCommentOfLeaving = (author: string, documentId: string, comment: Comment): void =>
  restoreComment(author, documentId, comment, (key, change) => amendDraftOfLeaving(author, key, change));

export const isCommentFormShown = (author: string, documentId: string): boolean =>
  isFieldShown(keyOf(author, documentId));
