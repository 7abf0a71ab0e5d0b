import type { Comment } from '../../server/core/contracts/community.ts';
import type { SessionUser } from './identity/session.ts';
import { newId } from './new-id.ts';

/** A comment as its author sees it until the server has it. */
export const writtenComment = (text: string, { uid, name, photoURL }: SessionUser): Comment => ({
  id: newId(),
  text,
  authorId: uid,
  authorName: name,
  ...(photoURL && { authorAvatar: photoURL }),
  createdAt: new Date().toISOString(),
});
