import {
  type InboxDocument,
  inboxModel,
  type RowDocument,
  uidOfRow,
} from '../../projections/definitions/notifications/inbox.ts';
import type { Applied } from '../../projections/runner/applied.ts';
import { type Addressed, type Room, userRoom } from './rooms.ts';

/** One message to each user whose inbox the batch has changed, however many notifications it changed. */
export function notificationMessages(applied: Applied, mayHaveMembers: (room: Room) => boolean): Addressed[] {
  const inboxes = applied.documentsIn<InboxDocument>(inboxModel.inboxes);
  const ofRows = [...applied.documentsIn<RowDocument>(inboxModel.rows).keys()].map(uidOfRow);
  const position = String(applied.position);
  return [...new Set([...inboxes.keys(), ...ofRows])].flatMap((uid) => {
    const room = userRoom(uid);
    if (!mayHaveMembers(room)) return [];
    const unread = inboxes.get(uid)?.unread;
    return [{ room, message: { kind: 'notifications.changed', position, ...(unread !== undefined && { unread }) } }];
  });
}
