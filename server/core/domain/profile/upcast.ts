import type { EventVersions } from '../event-versions.ts';
import type { PersonEvent, ProfileEvent } from './events.ts';

/** All types of its events, each with its upcasts: none while it is in its first version. */
export const personEvents: EventVersions<PersonEvent> = {
  ProfileCreated: [],
  ProfileRevised: [],
};

export const profileEvents: EventVersions<ProfileEvent> = {
  ...personEvents,
  EmailChanged: [],
  PasswordChanged: [],
};
