import type { EventVersions } from '../event-versions.ts';
import type { PersonEvent, ProfileEvent } from './events.ts';

/** How the older versions of each are read. */
export const personEvents: EventVersions<PersonEvent> = {
  ProfileCreated: [],
  ProfileRevised: [],
};

export const profileEvents: EventVersions<ProfileEvent> = {
  ...personEvents,
  EmailChanged: [],
  PasswordChanged: [],
};
