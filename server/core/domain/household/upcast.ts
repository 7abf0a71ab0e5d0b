import type { EventVersions } from '../event-versions.ts';
import type { HouseholdEvent } from './events.ts';

/** All event types of the stream with their upcasts; empty for version 1. */
export const householdEvents: EventVersions<HouseholdEvent> = {
  HouseholdFounded: [],
  HouseholdRenamed: [],
  InvitationIssued: [],
  InvitationRevoked: [],
  MemberJoined: [],
  MemberLeft: [],
  MemberRemoved: [],
  OwnershipTransferred: [],
  HouseholdDissolved: [],
};
