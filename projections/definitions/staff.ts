import type { StaffEvent, StaffRole } from '../../server/core/domain/staff/events.ts';
import { staffEvents } from '../../server/core/domain/staff/upcast.ts';
import { idOf, type Projected, type Projection, positionScore } from './projection.ts';

/** `members`: a collection, and an index of it in the order of their oldest role. */
export const staffModel = { members: 'members' } as const;

const { members } = staffModel;

interface HeldRole {
  readonly role: StaffRole;
  /** ISO 8601, UTC. */
  readonly since: string;
  /** Who granted it: a uid, or `machine`. */
  readonly by: string;
}

export interface StaffDocument {
  /** Oldest first; not empty. */
  readonly roles: readonly HeldRole[];
}

/** Collection `members`: a `StaffDocument` by uid, of those who have a role. */
export const staffProjection: Projection<Projected<StaffEvent>> = {
  name: 'staff',
  version: 1,
  events: staffEvents,
  fold(event, workspace) {
    const uid = idOf(event);
    const { role, by } = event.data;
    const roles = workspace.get<StaffDocument>(members, uid)?.roles ?? [];
    const others = roles.filter((held) => held.role !== role);
    const next = event.type === 'RoleGranted' ? [...others, { role, since: event.meta.at, by }] : others;
    if (next.length === 0) {
      workspace.remove(members, uid);
      workspace.unindex(members, uid);
      return;
    }
    workspace.put(members, uid, { roles: next } satisfies StaffDocument);
    if (roles.length === 0) workspace.index(members, uid, positionScore(event.position));
  },
};
