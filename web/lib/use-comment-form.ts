import type { Comment } from '../../server/core/contracts/community.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import { chosenMentions } from './chosen-mentions.ts';
import { useCommentDraft } from './comment-draft.ts';
import type { SessionUser } from './identity/session.ts';
import { newId } from './new-id.ts';
import { useReader } from './use-reader.ts';

interface AttachedPhotos {
  readonly photos: readonly Photo[];
  areStored(): boolean;
  clear(): void;
}

/**
 * The comment that the reader writes on a document.
 * @param purpose of a visitor's login, as in "Log in to comment on this post."
 * @param attached undefined where comments take no photos
 */
export function useCommentForm(documentId: string, purpose: string, attached: AttachedPhotos | undefined) {
  const { user, userOrLogin } = useReader();
  const [text, setText] = useCommentDraft(user?.uid ?? null, documentId);
  const photos = attached?.photos ?? [];
  const isBlank = text.trim() === '' && photos.length === 0;

  /** Clears the form and returns its comment, or undefined if it cannot be sent yet. A visitor is sent to the login. */
  const takeComment = (): Comment | undefined => {
    const author = isBlank ? null : userOrLogin(purpose);
    if (!author || attached?.areStored() === false) return undefined;
    setText('');
    attached?.clear();
    return writtenComment(text.trim(), photos, author);
  };
  return { user, text, setText, isBlank, takeComment, mayAddPhotos: () => userOrLogin(purpose) !== null };
}

/** A comment as its author sees it until the server has it. */
function writtenComment(text: string, photos: readonly Photo[], { uid, name, photoURL }: SessionUser): Comment {
  const mentions = chosenMentions(text);
  return {
    id: newId(),
    text,
    ...(photos.length > 0 && { photos: [...photos] }),
    ...(mentions.length > 0 && { mentions }),
    authorId: uid,
    authorName: name,
    ...(photoURL && { authorAvatar: photoURL }),
    createdAt: new Date().toISOString(),
  };
}
