import type { Comment } from '../../server/core/contracts/community.ts';
import type { Photo } from '../../server/core/contracts/pictures.ts';
import type { SessionUser } from './identity/session.ts';
import { newId } from './new-id.ts';

/** A comment as its author sees it until the server has it. */
export const writtenComment = (
  { text, photos }: { readonly text: string; readonly photos: readonly Photo[] },
  { uid, name, photoURL }: SessionUser,
): Comment => ({
  id: newId(),
  text,
  ...(photos.length > 0 && { photos: [...photos] }),
  authorId: uid,
  authorName: name,
  ...(photoURL && { authorAvatar: photoURL }),
  createdAt: new Date().toISOString(),
});
