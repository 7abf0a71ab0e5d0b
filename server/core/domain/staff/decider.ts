import type { EventWithMetadata } from '../event-with-metadata.ts';
import { type StaffEvent, type StaffRole, staffCategory } from './events.ts';
import { staffEvents } from './upcast.ts';

/** Whether the sender may change roles follows from the sender's own stream, so it is checked before. */
export type StaffCommand =
  | { readonly type: 'GrantRole'; readonly role: StaffRole; readonly by: string }
  | { readonly type: 'RevokeRole'; readonly role: StaffRole; readonly by: string };

export interface StaffState {
  readonly roles: Set<StaffRole>;
}

function decide({ type, role, by }: StaffCommand, { roles }: StaffState): StaffEvent[] {
  switch (type) {
    case 'GrantRole':
      return roles.has(role) ? [] : [{ type: 'RoleGranted', data: { role, by } }];
    case 'RevokeRole':
      return roles.has(role) ? [{ type: 'RoleRevoked', data: { role, by } }] : [];
  }
}

function evolve(state: StaffState, { type, data }: EventWithMetadata<StaffEvent>): StaffState {
  if (type === 'RoleGranted') state.roles.add(data.role);
  else state.roles.delete(data.role);
  return state;
}

export const staff = {
  category: staffCategory,
  events: staffEvents,
  initial: (): StaffState => ({ roles: new Set() }),
  decide,
  evolve,
  weight: (): number => 1,
};
