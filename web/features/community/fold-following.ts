import type { Following } from '../../../server/core/contracts/following.ts';
import type { LiveMessage } from '../../../server/core/contracts/live.ts';
import type { Person } from '../../../server/core/contracts/people.ts';
import { includes } from '../../lib/sync/versioned.ts';

/** What the user does: from now on, they follow the person, or not. */
export interface FollowChange {
  readonly person: Person;
  readonly isFollowed: boolean;
}

/** Applies a pending change. Idempotent. */
export function applyFollow(document: Following, { person, isFollowed }: FollowChange): Following {
  if (document.items.some(({ uid }) => uid === person.uid) === isFollowed) return document;
  const others = document.items.filter(({ uid }) => uid !== person.uid);
  return { ...document, items: isFollowed ? [person, ...others] : others };
}

/** Applies a message. Whom the user follows is not part of it, so a change of that is fetched. */
export function foldFollowing(document: Following, message: LiveMessage): Following | 'gap' {
  if (message.kind === 'following.changed') return includes(document, message.revision) ? document : 'gap';
  if (message.kind !== 'person.changed') return document;
  const { uid, name, avatar } = message;
  if (!document.items.some((person) => person.uid === uid)) return document;
  return { ...document, items: document.items.map((person) => (person.uid === uid ? { uid, name, avatar } : person)) };
}
