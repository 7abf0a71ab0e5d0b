/**
 * What the inbox has up to a time is read: the time of the newest notification that the user saw (ISO 8601, UTC). No
 * position of the log, because another log, to which this one is moved, has other positions.
 */
export type NotificationsRead = { type: 'NotificationsRead'; data: { through: string } };
/** One notification is read, as it was at that time. */
export type NotificationRead = { type: 'NotificationRead'; data: { id: string; through: string } };
/** The groups of notifications that the user does not get from now on, sorted. */
export type NotificationSettingsChanged = { type: 'NotificationSettingsChanged'; data: { muted: string[] } };

/** The events of `notifications-{uid}`. The notifications themselves follow from the events that they are about. */
export type NotificationEvent = NotificationsRead | NotificationRead | NotificationSettingsChanged;

export const notificationsCategory = 'notifications';
