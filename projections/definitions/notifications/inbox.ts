/**
 * The notifications of each user, bounded and in order, as a part of their read model. Those about what moderators have
 * hidden are apart, where nothing reads them, and go on changing there until they are shown again.
 */
import { notificationLimits } from '../../../server/core/contracts/limits.ts';
import { kindOf, type NotificationKind, type SubjectType } from '../../../server/core/contracts/notification-kinds.ts';
import { hiddenCollection } from '../hidden.ts';
import { type ProjectedEvent, positionScore, type Workspace } from '../projection.ts';

/** Collection and index names for the routes, the live gateway and the sender of push messages. */
export const inboxModel = {
  inboxes: 'inboxes',
  rows: 'rows',
  /** A user's notifications by the position of their newest event. */
  inboxOf: (uid: string): string => `inbox:${uid}`,
  /** The unread ones by the position at which they became unread. */
  unreadOf: (uid: string): string => `unread:${uid}`,
  /** The users by the position of the last event that left them an unread notification. */
  notified: 'notified',
  /** Id in the collection of rows. */
  rowKey: (uid: string, id: string): string => `${uid} ${id}`,
} as const;

const { inboxes, rows, inboxOf, unreadOf, notified, rowKey } = inboxModel;

/** Where a user's visible or hidden notifications are: the collection, and its index by the position of their newest event. */
const storageOf = (uid: string, isHidden: boolean) =>
  isHidden
    ? { collection: hiddenCollection(rows), index: `hidden-inbox:${uid}` }
    : { collection: rows, index: inboxOf(uid) };

/** @param key see `rowKey` */
export const uidOfRow = (key: string): string => key.slice(0, key.indexOf(' '));

/** By the user's uid. */
export interface InboxDocument {
  /** With those that are hidden, which keep their places. */
  readonly size: number;
  readonly unread: number;
  /** Groups of which the user gets none. */
  readonly muted: readonly string[];
}

export const emptyInbox: InboxDocument = { size: 0, unread: 0, muted: [] };

/** What a notification is about. `title`, `excerpt`: as they were at that time. */
export interface Topic {
  /** Unique in the inbox, the same when it is folded again. */
  readonly id: string;
  readonly kind: NotificationKind;
  readonly subject: { readonly type: SubjectType; readonly id: string; readonly commentId?: string };
  readonly title: string;
  readonly excerpt?: string;
}

/** Names and pictures are in the read model of profiles. */
export interface RowDocument extends Topic {
  /** The newest first: as many as can be taken back one by one, since each like rewrites this. */
  readonly people: readonly { readonly uid: string; readonly position: number; readonly at: string }[];
  /** Of all people. */
  readonly count: number;
  /** When the newest of them did it, and the position of that event. */
  readonly at: string;
  readonly position: number;
  readonly unread: boolean;
  /** The position at which it last became unread. */
  readonly unreadSince: number;
  /** What was read when it was last read. */
  readonly readThrough?: number;
}

const maxPeople = 20;

const inboxIn = (workspace: Workspace, uid: string): InboxDocument =>
  workspace.get<InboxDocument>(inboxes, uid) ?? emptyInbox;

/** A notification in the inbox of a user, and whether what it is about is hidden. */
export interface Place {
  readonly uid: string;
  readonly id: string;
  readonly isHidden: boolean;
}

interface FoundRow {
  readonly row: RowDocument;
  readonly isHidden: boolean;
}

/** Visible or hidden. */
const findRow = (workspace: Workspace, uid: string, id: string): FoundRow | undefined => {
  const key = rowKey(uid, id);
  const shown = workspace.get<RowDocument>(rows, key);
  if (shown) return { row: shown, isHidden: false };
  const hidden = workspace.get<RowDocument>(storageOf(uid, true).collection, key);
  return hidden && { row: hidden, isHidden: true };
};

function putRow(workspace: Workspace, uid: string, { row, isHidden }: FoundRow): void {
  const { collection, index } = storageOf(uid, isHidden);
  workspace.put(collection, rowKey(uid, row.id), row);
  workspace.index(index, row.id, row.position);
}

/** The first of these kinds that the user gets; undefined if they have muted all of them. */
export const firstUnmuted = (
  workspace: Workspace,
  uid: string,
  kinds: readonly NotificationKind[],
): NotificationKind | undefined => {
  const { muted } = inboxIn(workspace, uid);
  return kinds.find((kind) => !muted.includes(kindOf(kind).group));
};

/** Notifies a user of what the actor of the event did. Nobody is notified of what they do themselves. */
export function notify(
  workspace: Workspace,
  uid: string,
  topic: Topic,
  { meta, position }: ProjectedEvent,
  { isHidden = false } = {},
): void {
  const inbox = inboxIn(workspace, uid);
  const { group, isShared, by } = kindOf(topic.kind);
  if (uid === meta.actor || inbox.muted.includes(group)) return;
  const found = findRow(workspace, uid, topic.id);
  const before = found?.row;
  const score = positionScore(position);
  const earlier = isShared && before ? before.people.filter((person) => person.uid !== meta.actor) : [];
  // Users do not see which moderator it was.
  const people = by === undefined ? [{ uid: meta.actor, position: score, at: meta.at }, ...earlier] : [];
  // A thousand likes of one post make it unread once; what happens again is a new notification.
  const staysUnread = isShared === true && before?.unread === true;
  const row: RowDocument = {
    ...topic,
    people: people.slice(0, maxPeople),
    count: isShared && before ? before.count + 1 : 1,
    at: meta.at,
    position: score,
    unread: true,
    unreadSince: staysUnread ? before.unreadSince : score,
    ...(before?.readThrough !== undefined && { readThrough: before.readThrough }),
  };
  const afterRemoval = before ? inbox : withoutOldest(workspace, uid, inbox);
  const isRowHidden = found?.isHidden ?? isHidden;
  putRow(workspace, uid, { row, isHidden: isRowHidden });
  if (isRowHidden) {
    const { size, ...rest } = afterRemoval;
    if (!before) workspace.put(inboxes, uid, { ...rest, size: size + 1 } satisfies InboxDocument);
    return;
  }
  if (staysUnread) return;
  workspace.index(unreadOf(uid), topic.id, score);
  workspace.index(notified, uid, score);
  const { size, unread } = afterRemoval;
  workspace.put(inboxes, uid, {
    ...inbox,
    size: before ? size : size + 1,
    unread: before?.unread ? unread : unread + 1,
  } satisfies InboxDocument);
}

/** Hides a notification, or shows it again as it was. */
export function place(workspace: Workspace, { uid, id, isHidden }: Place): void {
  const found = findRow(workspace, uid, id);
  if (!found || found.isHidden === isHidden) return;
  const { row } = found;
  const inbox = drop(workspace, uid, found, inboxIn(workspace, uid));
  putRow(workspace, uid, { row, isHidden });
  const isCounted = !isHidden && row.unread;
  if (isCounted) workspace.index(unreadOf(uid), id, row.unreadSince);
  const unread = inbox.unread + (isCounted ? 1 : 0);
  workspace.put(inboxes, uid, { ...inbox, size: inbox.size + 1, unread } satisfies InboxDocument);
}

/**
 * Makes room for a notification: the oldest goes, visible or hidden, so that many hidden ones do not displace newer
 * visible ones. Returns the inbox, which is not stored yet.
 */
function withoutOldest(workspace: Workspace, uid: string, inbox: InboxDocument): InboxDocument {
  if (inbox.size < notificationLimits.inbox) return inbox;
  const [oldest] = [false, true]
    .flatMap((isHidden) => {
      const { index } = storageOf(uid, isHidden);
      return workspace.range(index, { limit: 1 }).map((entry) => ({ ...entry, index }));
    })
    .sort((a, b) => a.score - b.score);
  if (!oldest) return inbox;
  const found = findRow(workspace, uid, oldest.member);
  if (found) return drop(workspace, uid, found, inbox);
  // Its row is not loaded yet (see `Projection.fold`). The next notification then asks for the next oldest one as well.
  workspace.unindex(oldest.index, oldest.member);
  return inbox;
}

/** Returns the inbox without it, which is not stored yet. */
function drop(workspace: Workspace, uid: string, { row, isHidden }: FoundRow, inbox: InboxDocument): InboxDocument {
  const { collection, index } = storageOf(uid, isHidden);
  workspace.remove(collection, rowKey(uid, row.id));
  workspace.unindex(index, row.id);
  const isCounted = !isHidden && row.unread;
  if (isCounted) workspace.unindex(unreadOf(uid), row.id);
  return { ...inbox, size: inbox.size - 1, unread: inbox.unread - (isCounted ? 1 : 0) };
}

/** Removes a notification, if there is one, since what it is about is gone. */
export function withdraw(workspace: Workspace, uid: string, id: string): void {
  const found = findRow(workspace, uid, id);
  if (found) workspace.put(inboxes, uid, drop(workspace, uid, found, inboxIn(workspace, uid)));
}

/** Removes one person from a notification about several, or all of it with the last one. */
export function takeBack(workspace: Workspace, uid: string, id: string, actor: string): void {
  const found = findRow(workspace, uid, id);
  if (!found) return;
  const { row, isHidden } = found;
  const people = row.people.filter((person) => person.uid !== actor);
  // They did it before an earlier notification of the same kind left the inbox.
  if (people.length === row.people.length && row.count === people.length) return;
  const [newest] = people;
  if (!newest) {
    withdraw(workspace, uid, id);
    return;
  }
  const { position, at } = newest;
  const unread = row.unread && position > (row.readThrough ?? -1);
  const next: RowDocument = { ...row, people, count: row.count - 1, at, position, unread };
  const { collection, index } = storageOf(uid, isHidden);
  workspace.put(collection, rowKey(uid, id), next);
  if (position !== row.position) workspace.index(index, id, position);
  if (isHidden || unread === row.unread) return;
  workspace.unindex(unreadOf(uid), id);
  const inbox = inboxIn(workspace, uid);
  workspace.put(inboxes, uid, { ...inbox, unread: inbox.unread - 1 } satisfies InboxDocument);
}

/** Marks those that are not newer than `through` (ISO 8601) as read. @param id only this one */
export function markRead(workspace: Workspace, uid: string, through: string, id?: string): void {
  const ids = id === undefined ? workspace.range(unreadOf(uid)).map(({ member }) => member) : [id];
  const read = ids.flatMap((each) => {
    const row = workspace.get<RowDocument>(rows, rowKey(uid, each));
    return row?.unread && row.at <= through ? [row] : [];
  });
  if (read.length === 0) return;
  for (const row of read) {
    workspace.put(rows, rowKey(uid, row.id), {
      ...row,
      unread: false,
      readThrough: row.position,
    } satisfies RowDocument);
    workspace.unindex(unreadOf(uid), row.id);
  }
  const inbox = inboxIn(workspace, uid);
  workspace.put(inboxes, uid, { ...inbox, unread: inbox.unread - read.length } satisfies InboxDocument);
}

export function mute(workspace: Workspace, uid: string, muted: readonly string[]): void {
  workspace.put(inboxes, uid, { ...inboxIn(workspace, uid), muted } satisfies InboxDocument);
}
