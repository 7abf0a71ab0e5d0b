/**
 * Events are for ever, their shapes are not. Each is recorded with the version of its shape (`meta.schema`); whoever reads it
 * from the log brings it to today's by `upcast`. Deciders and projections know only that one.
 */

export type DomainEvent = { readonly type: string; readonly data: object };
type RecordedVersion = DomainEvent & { readonly meta: { readonly schema: number } };

/** Makes data of one version into data of the next. Pure. */
type Upcast<Data = object> = (data: never) => Data;

/**
 * The types of events that somebody reads, each with its upcasts, oldest first: from version 1 to 2, and so on. What is
 * recorded today is one version more than there are upcasts: none is raised without a way to read the one before.
 */
export type EventVersions<Event extends DomainEvent> = {
  readonly [Type in Event['type']]:
    | readonly []
    | readonly [...Upcast[], Upcast<Extract<Event, { readonly type: Type }>['data']>];
};

/** The version in which events of a type are recorded today. */
export const versionOf = <Event extends DomainEvent>(events: EventVersions<Event>, type: Event['type']): number =>
  events[type].length + 1;

/** A recorded event in today's shape. @throws NewerRelease */
export function upcast<Event extends DomainEvent, Recorded extends RecordedVersion>(
  events: EventVersions<Event>,
  recorded: Recorded,
): Recorded & Event {
  const { type, meta } = recorded;
  const known: { readonly [type: string]: readonly Upcast[] | undefined } = events;
  const upcasts = known[type];
  if (upcasts === undefined) throw new NewerRelease(`a ${type}: this one does not know such events`);
  const version = upcasts.length + 1;
  // The log is taken at its word, here and nowhere else: its data are of the version that it names.
  if (meta.schema === version) return recorded as Recorded & Event;
  if (meta.schema > version) {
    throw new NewerRelease(`version ${meta.schema} of a ${type}: this one knows up to ${version}`);
  }
  const data = upcasts.slice(meta.schema - 1).reduce((older, next) => next(older as never), recorded.data);
  return { ...recorded, data, meta: { ...meta, schema: version } } as Recorded & Event;
}

/** An event that only a newer release can read: whoever would go on without it would be wrong about what is so. */
export class NewerRelease extends Error {
  readonly code = 'NEWER_RELEASE';
  constructor(recorded: string) {
    super(`A newer release has recorded ${recorded}`);
    this.name = 'NewerRelease';
  }
}
