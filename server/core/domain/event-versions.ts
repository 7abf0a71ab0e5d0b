/**
 * Events are permanent, but their shapes change. Each event is recorded with the version of its shape (`meta.schema`).
 * Readers of the log bring it to the current version by `upcast`; deciders and projections handle only that version.
 */

export type DomainEvent = { readonly type: string; readonly data: object };
type RecordedVersion = DomainEvent & { readonly meta: { readonly schema: number } };

/** Converts data of one version to the next. Pure. */
type Upcast<Data = object> = (data: never) => Data;

/**
 * The event types of a reader, each with its upcasts, oldest first: from version 1 to 2, and so on. The current version
 * is the number of upcasts plus one, so that no version is introduced without an upcast from the previous one.
 */
export type EventVersions<Event extends DomainEvent> = {
  readonly [Type in Event['type']]:
    | readonly []
    | readonly [...Upcast[], Upcast<Extract<Event, { readonly type: Type }>['data']>];
};

/** The current version of an event type. */
export const versionOf = <Event extends DomainEvent>(events: EventVersions<Event>, type: Event['type']): number =>
  events[type].length + 1;

/** Brings a recorded event to its current version. @throws NewerRelease */
export function upcast<Event extends DomainEvent, Recorded extends RecordedVersion>(
  events: EventVersions<Event>,
  recorded: Recorded,
): Recorded & Event {
  const { type, meta } = recorded;
  const upcastsByType: { readonly [type: string]: readonly Upcast[] | undefined } = events;
  const upcasts = upcastsByType[type];
  if (upcasts === undefined) throw new NewerRelease(`a ${type}: this one does not know such events`);
  const version = upcasts.length + 1;
  // Only this function casts recorded data, unchecked: the log is trusted to hold the version that it names.
  if (meta.schema === version) return recorded as Recorded & Event;
  if (meta.schema > version) {
    throw new NewerRelease(`version ${meta.schema} of a ${type}: this one knows up to ${version}`);
  }
  const data = upcasts.slice(meta.schema - 1).reduce((older, next) => next(older as never), recorded.data);
  return { ...recorded, data, meta: { ...meta, schema: version } } as Recorded & Event;
}

/** Only a newer release can read the event. A reader that skipped it would compute a wrong state. */
export class NewerRelease extends Error {
  readonly code = 'NEWER_RELEASE';
  constructor(recorded: string) {
    super(`A newer release has recorded ${recorded}`);
    this.name = 'NewerRelease';
  }
}
