import type { EventVersions } from '../event-versions.ts';
import type { PersonEvent, ProfileEvent } from './events.ts';

/** The public event types with their upcasts; empty for version 1. */
export const personEvents: EventVersions<PersonEvent> = {
  ProfileCreated: [],
  ProfileRevised: [],
};

export const profileEvents: EventVersions<ProfileEvent> = {
  ...personEvents,
  EmailChanged: [],
  PasswordChanged: [],
};
