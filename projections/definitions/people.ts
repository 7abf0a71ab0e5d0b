import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import type { Projected, ProjectedEvent, Workspace } from './projection.ts';

/** Collection of names by uid. Each projection that shows names has its own, so that one commit covers both. */
export const people = 'people';

/** The name shown for a user without a profile. */
export const unknownUserName = 'Somebody';

export const nameOf = (workspace: Workspace, uid: string): string =>
  workspace.get<{ name: string }>(people, uid)?.name ?? unknownUserName;

/** Stores a user's name. @returns false when it is unchanged: the documents that show it need no update */
export function storeName(workspace: Workspace, uid: string, name: string): boolean {
  if (nameOf(workspace, uid) === name) return false;
  workspace.put(people, uid, { name });
  return true;
}

/** A user as others see them, for projections that show pictures beside names. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
}

export const personOf = (workspace: Workspace, uid: string): Person =>
  workspace.get<Person>(people, uid) ?? { name: unknownUserName, avatar: null };

export const isPersonEvent = <Event extends ProjectedEvent>(
  event: Event | Projected<PersonEvent>,
): event is Projected<PersonEvent> => event.type === 'ProfileCreated' || event.type === 'ProfileRevised';
