import type { EventVersions } from '../event-versions.ts';
import type { NotificationEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const notificationEvents: EventVersions<NotificationEvent> = {
  NotificationsRead: [],
  NotificationRead: [],
  NotificationSettingsChanged: [],
};
