import {
  type Notification,
  NotificationPage,
  NotificationQuery,
  NotificationSettings,
  ReadNotifications,
  UnreadNotifications,
} from '../../../core/contracts/notifications.ts';
import { card, mia } from '../../openapi/examples.ts';
import { json, noContent, type Operation } from '../../openapi/operation.ts';

const tag = 'Notifications';
const at = '2026-11-18T19:20:00.000Z';
const notification: Notification = {
  id: `recipeLiked:${card.id}`,
  kind: 'recipeLiked',
  subject: { type: 'recipe', id: card.id },
  title: card.title,
  people: [{ ...mia, avatar: null }],
  count: 5,
  at,
  unread: true,
};

export const readNotifications = {
  tag,
  summary: 'Read the notifications',
  description:
    'Newest first, at most 200. Those who like the same thing share one. A notification is gone once what it is about is: a like that is taken back, a deleted comment. One about what moderators have hidden is left out until it is restored.',
  token: 'required',
  kind: 'read',
  querystring: NotificationQuery,
  responses: [
    json(200, 'A page of notifications', NotificationPage, {
      'A page': { items: [notification], nextCursor: null, unread: 1 },
    }),
  ],
} satisfies Operation;

export const readUnread = {
  tag,
  summary: 'Read how many notifications are unread',
  token: 'required',
  kind: 'read',
  responses: [json(200, 'The number', UnreadNotifications, { One: { unread: 1 } })],
} satisfies Operation;

export const markRead = {
  tag,
  summary: 'Mark notifications as read',
  description: 'Those that came later stay unread.',
  token: 'required',
  kind: 'write',
  body: ReadNotifications,
  bodyExamples: { All: { through: at }, 'One of them': { through: at, id: notification.id } },
  responses: [noContent('Marked')],
} satisfies Operation;

const settings = { 'No notifications of likes': { muted: ['likes' as const] } };

export const readSettings = {
  tag,
  summary: 'Read which notifications are muted',
  token: 'required',
  kind: 'read',
  responses: [json(200, 'The muted groups', NotificationSettings, settings)],
} satisfies Operation;

export const changeSettings = {
  tag,
  summary: 'Change which notifications are muted',
  description: 'Only for what happens from now on.',
  token: 'required',
  kind: 'write',
  body: NotificationSettings,
  bodyExamples: settings,
  responses: [json(200, 'The muted groups', NotificationSettings, settings)],
} satisfies Operation;
