import type { EventVersions } from '../event-versions.ts';
import type { CalendarLinkEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const calendarLinkEvents: EventVersions<CalendarLinkEvent> = {
  CalendarLinkCreated: [],
  CalendarLinkRevoked: [],
};
