import { type Static, Type } from 'typebox';
import { notificationLimits } from './limits.ts';
import { type NotificationKind, notificationGroups, notificationKinds, subjectTypes } from './notification-kinds.ts';
import { Person } from './people.ts';
import { PageQuery, page, Timestamp } from './shared.ts';

const kinds = Object.keys(notificationKinds).filter((name): name is NotificationKind => name in notificationKinds);

export const NotificationId = Type.String({
  pattern: '^[A-Za-z]{1,40}(:[A-Za-z0-9_-]{1,128}){1,2}$',
  description: 'Opaque id, unique in the inbox',
  examples: ['postLiked:019da8b0-4c5d-7a31-8e1f-2b9c7d6a5e40'],
});

export const Notification = Type.Object({
  id: NotificationId,
  kind: Type.Enum(kinds),
  subject: Type.Object({
    type: Type.Enum([...subjectTypes]),
    id: Type.String(),
    commentId: Type.Optional(Type.String({ description: 'The comment that it is about' })),
  }),
  title: Type.String({
    description:
      'The title of the post or recipe, or the name of the playlist or household; empty for followers and suspensions',
  }),
  excerpt: Type.Optional(Type.String({ description: 'The beginning of the comment, or of the reason of a moderator' })),
  people: Type.Array(Person, {
    description: 'Those who did it, newest first; at most three. Moderators are not named',
  }),
  count: Type.Integer({ minimum: 1, description: 'How many people did it' }),
  at: Type.String({ ...Timestamp, description: 'When the newest of them did it' }),
  unread: Type.Boolean(),
});
export type Notification = Static<typeof Notification>;

const unread = Type.Integer({ minimum: 0, description: 'Unread notifications of the whole inbox' });

export const NotificationQuery = PageQuery;
export const NotificationPage = Type.Object({ ...page(Notification).properties, unread });
export type NotificationPage = Static<typeof NotificationPage>;

export const UnreadNotifications = Type.Object({ unread });
export type UnreadNotifications = Static<typeof UnreadNotifications>;

export const ReadNotifications = Type.Object({
  through: Type.String({ ...Timestamp, description: 'The `at` of the newest notification that the user saw' }),
  id: Type.Optional(Type.String({ ...NotificationId, description: 'Only this one. Default: all up to that time' })),
});

export const NotificationSettings = Type.Object({
  muted: Type.Array(Type.Enum([...notificationGroups]), {
    maxItems: notificationGroups.length,
    description: 'The groups that the user does not get from now on',
  }),
});
export type NotificationSettings = Static<typeof NotificationSettings>;

/** What a browser's `pushManager` has subscribed to. The keys are secrets of the browser. */
export const PushSubscriptionForm = Type.Object({
  endpoint: Type.String({
    pattern: '^https://[^\\s#@]+$',
    maxLength: notificationLimits.endpoint,
    description: 'The address of the push service for this browser',
    examples: ['https://push.example.net/send/9c1e'],
  }),
  keys: Type.Object({
    p256dh: Type.String({ pattern: '^[A-Za-z0-9_-]{87}=?$', description: 'P-256 public key, base64url' }),
    auth: Type.String({ pattern: '^[A-Za-z0-9_-]{22}(==)?$', description: 'Authentication secret, base64url' }),
  }),
});
export type PushSubscriptionForm = Static<typeof PushSubscriptionForm>;

export const PushEndpoint = Type.Object({ endpoint: PushSubscriptionForm.properties.endpoint });

export const PushConfig = Type.Object({
  publicKey: Type.Union([Type.String(), Type.Null()], {
    description: 'The `applicationServerKey` of a subscription; null if this installation sends no push messages',
  }),
});
export type PushConfig = Static<typeof PushConfig>;

/** The content of a push message, which the service worker shows. */
export interface PushMessage {
  /** A later message with the same one replaces it. */
  readonly id: string;
  readonly title: string;
  readonly body: string;
  /** The path that a click opens. */
  readonly address: string;
}
