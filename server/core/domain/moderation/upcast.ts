import type { EventVersions } from '../event-versions.ts';
import type { ModerationEvent, VisibilityEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const moderationEvents: EventVersions<ModerationEvent> = {
  ContentReported: [],
  ReportsDismissed: [],
  ContentHidden: [],
  ContentRestored: [],
  MemberSuspended: [],
  SuspensionLifted: [],
  AppealMade: [],
  AppealRejected: [],
};

/** Those that read models of contents fold. */
export const visibilityEvents: EventVersions<VisibilityEvent> = {
  ContentHidden: moderationEvents.ContentHidden,
  ContentRestored: moderationEvents.ContentRestored,
};
