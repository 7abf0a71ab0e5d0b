import type { PersonEvent } from '../../server/domain/profile/events.ts';
import type { Need, ProjectedEvent, Workspace } from './projection.ts';

/** Each projection that shows names keeps them beside its documents, so that one commit covers both. */
export const people = 'people';

/** Shown for somebody whose profile is not known. */
export const nobody = 'Somebody';

export type Folded<Event extends { type: string; data: object }> = Event & ProjectedEvent;

export const personNeed = (uid: string): Need => ({ kind: 'document', collection: people, id: uid });

export const nameOf = (workspace: Workspace, uid: string): string =>
  workspace.get<{ name: string }>(people, uid)?.name ?? nobody;

/** Where pictures are shown beside names: who somebody is to others. */
export interface Person {
  readonly name: string;
  readonly avatar: string | null;
}

export const personOf = (workspace: Workspace, uid: string): Person =>
  workspace.get<Person>(people, uid) ?? { name: nobody, avatar: null };

export const isPersonEvent = <Event extends ProjectedEvent>(
  event: Event | Folded<PersonEvent>,
): event is Folded<PersonEvent> => event.type === 'ProfileCreated' || event.type === 'ProfileRevised';

/** The id in a stream's name, `{category}-{id}`. */
export const idOf = (event: ProjectedEvent): string => event.stream.slice(event.stream.indexOf('-') + 1);
