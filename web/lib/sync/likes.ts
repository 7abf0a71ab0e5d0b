import type { Revision } from '../../../server/core/contracts/shared.ts';
import { includes, type Versioned } from './versioned.ts';

/** A document that users like. The reader's own like is pushed by itself, to nobody else. */
export interface Likeable extends Versioned {
  readonly likeCount: number;
  /** Undefined for a visitor, and where a push brought the document. */
  readonly likedByMe?: boolean;
  /** The revision that `likedByMe` includes. Undefined: that of the document. */
  readonly likedAt?: Revision | undefined;
}

const likedAtOf = ({ likedAt, revision }: Likeable): Revision => (likedAt === undefined ? revision : likedAt);

/** What stays as it was of a document that a push to everybody changes: whether the reader likes it. */
export const likedBefore = (document: Likeable): { likedByMe?: boolean; likedAt: Revision } => ({
  ...(document.likedByMe !== undefined && { likedByMe: document.likedByMe }),
  likedAt: likedAtOf(document),
});

/** A pushed like of the reader's. It may arrive before the push that has the count. */
export function withOwnLike<Document extends Likeable>(
  document: Document,
  { liked, revision }: { liked: boolean; revision: string },
): Document {
  if (includes({ revision: likedAtOf(document) }, revision)) return document;
  const isCounted = includes(document, revision) || document.likedByMe === liked;
  return { ...(isCounted ? document : withLike(document, liked)), likedByMe: liked, likedAt: revision };
}

/** A like, or its withdrawal, laid over the document. */
export function withLike<Document extends Likeable>(document: Document, liked: boolean): Document {
  if ((document.likedByMe ?? false) === liked) return document;
  return { ...document, likedByMe: liked, likeCount: Math.max(0, document.likeCount + (liked ? 1 : -1)) };
}
