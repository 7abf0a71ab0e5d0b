import type { Revision } from '../../../server/core/contracts/shared.ts';
import { includes, type Versioned } from './versioned.ts';

/** A document that users like. The user's own like is pushed separately, to this user only. */
export interface Likeable extends Versioned {
  readonly likeCount: number;
  /** Undefined for a visitor, and in a document from a push. */
  readonly likedByMe?: boolean;
  /** The revision that `likedByMe` includes. Default: that of the document. */
  readonly likedByMeRevision?: Revision | undefined;
}

const ownLikeRevision = ({ likedByMeRevision, revision }: Likeable): Revision =>
  likedByMeRevision === undefined ? revision : likedByMeRevision;

/** The user's own like, to keep when a push to all users replaces the document. */
export const keepOwnLike = (document: Likeable): { likedByMe?: boolean; likedByMeRevision: Revision } => ({
  ...(document.likedByMe !== undefined && { likedByMe: document.likedByMe }),
  likedByMeRevision: ownLikeRevision(document),
});

/** Applies a push of the user's own like. It may arrive before the push with the new count. */
export function applyOwnLike<Document extends Likeable>(
  document: Document,
  { liked, revision }: { liked: boolean; revision: string },
): Document {
  if (includes({ revision: ownLikeRevision(document) }, revision)) return document;
  const isCounted = includes(document, revision) || document.likedByMe === liked;
  return { ...(isCounted ? document : applyLike(document, liked)), likedByMe: liked, likedByMeRevision: revision };
}

/** Applies a pending like, or its withdrawal. */
export function applyLike<Document extends Likeable>(document: Document, liked: boolean): Document {
  if ((document.likedByMe ?? false) === liked) return document;
  return { ...document, likedByMe: liked, likeCount: Math.max(0, document.likeCount + (liked ? 1 : -1)) };
}
