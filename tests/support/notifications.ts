/** Events that people are notified of, and the notifications that are folded from them. */
import {
  type InboxDocument,
  inboxModel as model,
  type RowDocument,
} from '../../projections/definitions/notifications/inbox.ts';
import { notificationsProjection } from '../../projections/definitions/notifications/notifications.ts';
import type { GivenEvent } from './applied-batches.ts';
import { documentOf, foldedModel, membersOf } from './folded-model.ts';

export const post = (type: string, actor: string, data: object = {}): GivenEvent => ['post-p', type, data, actor];
export const published = (title = 'Soup', mentioned: string[] = []) =>
  post('PostPublished', 'mia', {
    title,
    body: { type: 'text', content: '' },
    mentions: mentioned.map((uid) => ({ uid, name: uid })),
  });
export const commented = (actor: string, commentId: string, more: object = {}) =>
  post('CommentAdded', actor, { commentId, text: 'Mm', ...more });
export const mentioning = (...uids: string[]) => ({ mentions: uids.map((uid) => ({ uid, name: uid })) });
export const household = (type: string, actor: string, data: object = {}): GivenEvent => [
  'household-h',
  type,
  data,
  actor,
];
export const joined = (uid: string) => household('MemberJoined', uid, { uid, invitationId: 'i' });
export const inbox = (uid: string, type: string, data: object): GivenEvent => [`notifications-${uid}`, type, data, uid];
/** The event with this number, from 1. */
export const timeOf = (n: number) => new Date(Date.UTC(2026, 10, 20, 10, 0, n)).toISOString();
export const readThrough = (uid: string, n: number) => inbox(uid, 'NotificationsRead', { through: timeOf(n) });

export const folded = (...events: GivenEvent[]) => foldedModel(notificationsProjection, events);
export type Read = ReturnType<typeof folded>;

export async function rowsOf(read: Read, uid: string): Promise<RowDocument[]> {
  const ids = await membersOf(read, model.inboxOf(uid));
  return Promise.all(ids.map((id) => documentOf<RowDocument>(read, model.rows, model.rowKey(uid, id))));
}
export const kindsOf = async (read: Read, uid: string) => (await rowsOf(read, uid)).map(({ kind }) => kind);
export const unreadOf = async (read: Read, uid: string) =>
  (await documentOf<InboxDocument>(read, model.inboxes, uid)).unread;
