/**
 * What users are notified of: the one place to add a kind to, beside the events that cause it in
 * `projections/definitions/notifications/`. Without the schema library, since the browser needs it, too.
 */

/** The groups that users can mute. */
export const notificationGroups = ['adaptations', 'comments', 'followers', 'households', 'likes', 'mentions'] as const;
export type NotificationGroup = (typeof notificationGroups)[number];

interface Kind {
  /** Decisions of moderators cannot be muted. */
  readonly group: NotificationGroup | 'moderation';
  /** What the people did, between their names and the title. */
  readonly did: string;
  /** Named instead of the people. What they decided about follows `did`. */
  readonly by?: string;
  /** One notification is about all who did it, such as all likes of a post. */
  readonly isShared?: true;
}

export const notificationKinds = {
  postLiked: { group: 'likes', did: 'liked your post', isShared: true },
  recipeLiked: { group: 'likes', did: 'liked your recipe', isShared: true },
  playlistLiked: { group: 'likes', did: 'liked your playlist', isShared: true },
  commentLiked: { group: 'likes', did: 'liked your comment on', isShared: true },
  postCommented: { group: 'comments', did: 'commented on your post' },
  recipeCommented: { group: 'comments', did: 'commented on your recipe' },
  replied: { group: 'comments', did: 'replied to your comment on' },
  mentioned: { group: 'mentions', did: 'mentioned you in' },
  followed: { group: 'followers', did: 'followed you', isShared: true },
  recipeAdapted: { group: 'adaptations', did: 'adapted your recipe' },
  memberJoined: { group: 'households', did: 'joined your household' },
  memberRemoved: { group: 'households', did: 'removed you from' },
  ownershipReceived: { group: 'households', did: 'made you the owner of' },
  householdDissolved: { group: 'households', did: 'dissolved' },
  contentHidden: { group: 'moderation', did: 'hid', by: 'Moderators' },
  contentRestored: { group: 'moderation', did: 'restored', by: 'Moderators' },
  memberSuspended: { group: 'moderation', did: 'suspended', by: 'Moderators' },
  suspensionLifted: { group: 'moderation', did: 'lifted', by: 'Moderators' },
  appealRejected: { group: 'moderation', did: 'rejected your appeal about', by: 'Moderators' },
} as const satisfies Record<string, Kind>;

export type NotificationKind = keyof typeof notificationKinds;

/** What a notification is about. `works`: all that the user has published. */
export const subjectTypes = ['post', 'recipe', 'playlist', 'household', 'person', 'works'] as const;
export type SubjectType = (typeof subjectTypes)[number];

export const kindOf = (kind: NotificationKind): Kind => notificationKinds[kind];

/** The words of a notification; the title follows them, if there is one. */
export interface NotificationWords {
  readonly who: string;
  readonly did: string;
  readonly title: string;
}

/** Whose inbox it is in, and what its words and its address depend on. */
interface Described {
  readonly kind: NotificationKind;
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly commentId?: string };
  readonly title: string;
  readonly people: readonly { readonly uid: string; readonly name: string }[];
  readonly count: number;
}

export function wordsOf({ kind, subject, title, people, count }: Described): NotificationWords {
  const { did, by } = kindOf(kind);
  if (by !== undefined) return { who: by, did: `${did} ${ownThing(kind, subject)}`, title };
  const [first = { name: '' }, second] = people;
  const others = count - 1;
  const rest = others > 1 || !second ? `${others} others` : second.name;
  return { who: others > 0 ? `${first.name} and ${rest}` : first.name, did, title };
}

function ownThing(kind: NotificationKind, { type, commentId }: Described['subject']): string {
  if (type === 'person') return kind === 'memberSuspended' ? 'you' : 'your suspension';
  if (type === 'works') return 'all that you have published';
  return commentId === undefined ? `your ${type}` : 'your comment on';
}

/** Of a page of the user that has the decisions about them, and their appeals. */
const ownPage = '/profile';

/** The address of what it is about, in the client. @param uid of the user who has it */
export function addressOf({ kind, subject, people }: Described, uid: string): string {
  const { type, id, commentId } = subject;
  const place = commentId === undefined ? '' : `#comment-${commentId}`;
  // The pages of other hidden things show their authors why, and let them appeal.
  if (kindOf(kind).group === 'moderation' && (type === 'person' || (place !== '' && kind !== 'contentRestored'))) {
    return ownPage;
  }
  switch (type) {
    case 'post':
      return `/community/${id}${place}`;
    case 'recipe':
      return `/recipe/${id}${place}`;
    case 'playlist':
      return `/playlists/${encodeURIComponent(uid)}/${id}`;
    case 'person':
      // The newest of those who did it.
      return `/people/${encodeURIComponent(people[0]?.uid ?? uid)}`;
    case 'works':
      return ownPage;
    case 'household':
      // They may not see it any more.
      return kind === 'memberRemoved' || kind === 'householdDissolved' ? '/households' : `/households/${id}`;
  }
}
