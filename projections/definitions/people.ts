import type { PersonEvent } from '../../server/core/domain/profile/events.ts';
import { documentNeed, type Need, type Projected, type ProjectedEvent, type Workspace } from './projection.ts';

/** Each projection that shows names keeps them beside its documents, so that one commit covers both. */
export const people = 'people';

/** Shown for somebody whose profile is not known. */
export const nobody = 'Somebody';

export const personNeed = (uid: string): Need => documentNeed(people, uid);

export const nameOf = (workspace: Workspace, uid: string): string =>
  workspace.get<{ name: string }>(people, uid)?.name ?? nobody;

/** Keeps the name that somebody has now. False where it was known: then nothing that shows it has to be written again. */
export function keepName(workspace: Workspace, uid: string, name: string): boolean {
  if (nameOf(workspace, uid) === name) return false;
  workspace.put(people, uid, { name });
  return true;
}

/** Where pictures are shown beside names: who somebody is to others. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
}

export const personOf = (workspace: Workspace, uid: string): Person =>
  workspace.get<Person>(people, uid) ?? { name: nobody, avatar: null };

export const isPersonEvent = <Event extends ProjectedEvent>(
  event: Event | Projected<PersonEvent>,
): event is Projected<PersonEvent> => event.type === 'ProfileCreated' || event.type === 'ProfileRevised';
